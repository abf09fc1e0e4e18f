// What whatever is not of the first page is loaded with.
import './later-styles.css';
