/**
 * What people and programs write for a missing value, by language. Words are compared without case, accents
 * and punctuation. A word that is as often a value (`Nada`, `Vide`, `Blank`) is not listed, or counts only in
 * brackets.
 */
const ABSENT_BY_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  programs: ['null', 'nil', 'nan', 'nat', 'none', 'undefined', 'object object', 'empty string', 'nv'],
  english: [
    ...['na', 'n a', 'not available', 'not applicable', 'not provided', 'not given', 'not specified'],
    ...['not set', 'not stated', 'not entered', 'not supplied', 'not listed', 'not assigned', 'unassigned'],
    ...['unspecified', 'missing', 'no data', 'no value', 'no answer', 'no info', 'no information', 'no name'],
    ...['no company', 'no email', 'no phone', 'no title', 'no first name', 'no last name'],
  ],
  german: [
    ...['keine', 'keiner', 'keines', 'keine angabe', 'keine angaben', 'nicht angegeben', 'nicht verfügbar'],
    ...['nicht vorhanden', 'nicht zutreffend', 'entfällt', 'ohne angabe', 'kein name', 'keine firma'],
    ...['keine daten', 'nicht ausgefüllt'],
  ],
  french: [
    ...['aucun', 'aucune', 'néant', 'non renseigné', 'non renseignée', 'non communiqué', 'non disponible'],
    ...['non applicable', 'non précisé', 'non spécifié', 'non fourni', 'sans objet', 'sans nom'],
  ],
  spanish: [
    ...['ninguno', 'ninguna', 'no disponible', 'no aplica', 'no especificado', 'no proporcionado'],
    ...['no indicado', 'no consta', 'sin datos', 'sin nombre', 'sin empresa', 'sin información'],
  ],
  italian: [
    ...['nessuno', 'nessuna', 'non disponibile', 'non specificato', 'non applicabile', 'non fornito'],
    ...['non indicato', 'senza nome', 'nessun dato'],
  ],
  dutch: [
    ...['geen', 'nvt', 'niet beschikbaar', 'niet van toepassing', 'niet opgegeven', 'niet ingevuld'],
    ...['geen naam', 'geen gegevens'],
  ],
  portuguese: [
    ...['nenhum', 'nenhuma', 'não informado', 'não disponível', 'não aplicável', 'não se aplica'],
    ...['não especificado', 'sem nome', 'sem dados'],
  ],
  polish: ['brak', 'brak danych', 'nie dotyczy', 'nie podano'],
  swedish: ['saknas', 'uppgift saknas', 'ej angivet', 'ej tillämpligt', 'inget'],
  danish: ['ingen', 'ikke oplyst', 'ikke angivet', 'ikke oppgitt', 'ikke relevant'],
  finnish: ['ei ole', 'ei saatavilla'],
  czech: ['žádný', 'neuvedeno', 'není k dispozici'],
  turkish: ['yok', 'belirtilmemiş', 'mevcut değil'],
  russian: ['нет', 'нет данных', 'не указано', 'не указан', 'отсутствует', 'не применимо'],
  japanese: ['なし', '無し', '該当なし', '未入力', '未設定'],
  chinese: ['无', '無', '暂无', '没有', '未填写', '未提供'],
  korean: ['없음', '해당 없음'],
  arabic: ['لا يوجد', 'غير متوفر', 'غير محدد'],
};

const UNDECIDED_BY_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  english: [
    ...['unknown', 'not known', 'unknown company', 'unknown name', 'unknown contact', 'company unknown'],
    ...['name unknown', 'tbd', 'tba', 'tbc', 'to be determined', 'to be defined', 'to be confirmed'],
    ...['to be announced', 'confidential', 'undisclosed', 'not disclosed', 'withheld', 'redacted'],
    ...['anonymous', 'not found'],
  ],
  german: ['unbekannt', 'nicht bekannt', 'firma unbekannt', 'name unbekannt', 'noch offen', 'anonym'],
  french: ['inconnu', 'inconnue', 'à définir', 'à déterminer', 'à compléter', 'à confirmer', 'anonyme'],
  spanish: ['desconocido', 'desconocida', 'por definir', 'por determinar', 'por confirmar', 'anónimo'],
  italian: ['sconosciuto', 'sconosciuta', 'ignoto', 'da definire', 'da confermare', 'anonimo'],
  dutch: ['onbekend', 'niet bekend', 'nog te bepalen', 'nader te bepalen', 'anoniem'],
  portuguese: ['desconhecido', 'desconhecida', 'a definir', 'a confirmar', 'anônimo'],
  polish: ['nieznany', 'nieznana', 'nieznane', 'do ustalenia'],
  swedish: ['okänd', 'okänt', 'vet ej'],
  danish: ['ukendt', 'ukjent'],
  finnish: ['tuntematon', 'ei tiedossa'],
  czech: ['neznámý', 'neznámá', 'neznámé'],
  turkish: ['bilinmiyor', 'bilinmeyen'],
  russian: ['неизвестно', 'неизвестен', 'неизвестна', 'не известно', 'уточняется'],
  japanese: ['不明', '未定'],
  chinese: ['未知', '不详', '不詳', '待定'],
  korean: ['미정', '미상', '모름', '알 수 없음'],
  arabic: ['غير معروف', 'مجهول'],
};

/** Says that there is no value. */
export const ABSENT_WORDS: readonly string[] = Object.values(ABSENT_BY_LANGUAGE).flat();

/** Says that a value exists which the sender does not know or tell. */
export const UNDECIDED_WORDS: readonly string[] = Object.values(UNDECIDED_BY_LANGUAGE).flat();

/** Initials that count only with dots or slashes: `k.A.`, `n/d`. `KA` and `ND` are codes and names. */
export const ABSENT_INITIALS: readonly string[] = [
  ...['n a', 'n d', 'n c', 'n r', 'n p', 'n b', 'n k', 'n n', 'k a', 's o', 's n', 'n v t', 'н д'],
];

/** Counts only in brackets: `(blank)` of a pivot table, `[Company Name]` of a form that nobody filled in. */
export const WORDS_IN_BRACKETS: readonly string[] = [
  ...['blank', 'empty', 'leer', 'vide', 'vacío', 'vuoto', 'leeg', 'vazio', 'puste', 'пусто', '空', '空白'],
  ...['name', 'first name', 'firstname', 'fname', 'last name', 'lastname', 'lname', 'full name', 'company'],
  ...['company name', 'email', 'email address', 'phone', 'phone number', 'title', 'job title'],
];

/**
 * People have these names. In the usual capitals and beside another name they are one (`Jennifer Null`, `Na`
 * Li), otherwise the word of a program (`null`, `NULL`, `NaN`).
 */
export const NAMES_LIKE_PLACEHOLDERS: readonly string[] = ['null', 'nil', 'nan', 'na', 'brak'];
