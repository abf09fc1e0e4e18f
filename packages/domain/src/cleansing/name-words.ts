/** Words in front of a name that are no part of it, in lower case and without dots. */
export const TITLES: ReadonlySet<string> = wordSet(
  // English
  'mr mrs ms miss mx dr prof professor doctor sir dame rev reverend',
  // German
  'herr frau hr dipl drs',
  // French
  'mme mlle monsieur madame mademoiselle',
  // Spanish and Portuguese
  'sra srta señor señora señorita dra dña doña profa senhor senhora exmo exma',
  // Italian
  'signor signora signorina dott dottor dottore dottoressa avv',
  // Dutch
  'dhr mevr mevrouw mw',
  // Scandinavian, Polish and Czech
  'hra fru pani mgr inż inz mudr judr rndr phdr mvdr',
  // Russian
  'г-н г-жа',
);

/** Titles only with a dot: without it they are names or parts of them (`Don`, `Ing`, `Mag`, `Lic`). */
export const TITLES_WITH_DOT: ReadonlySet<string> = wordSet(
  'sr sig univ ing mag lic arq ir geom rag capt col maj lt sgt gen hon fr adv bc dkfm mst',
);

/** Titles that are also job titles. */
export const PROFESSIONS: ReadonlySet<string> = wordSet('professor doctor dottore dottoressa reverend');

/** What may follow a title: `Dr. rer. nat.`, `Dipl.-Ing. (FH)`, `Dott.ssa`, `Prof. Dr. h. c. mult.`. */
export const AFTER_TITLES: ReadonlySet<string> = wordSet(
  'ing kfm kffr inf phys chem math päd paed psych wirt biol geol oec volksw betriebsw des des med rer nat pol',
  'phil jur iur theol dent vet habil techn h c hc mult univ fh ba ssa ra na dr prof a agr soc sc',
);

/** Honorifics behind a name in Chinese, Japanese and Korean. */
export const HONORIFICS_BEHIND = /(?<=\S{2})\s?(?:様|さん|先生|氏|教授|女士|小姐|님|씨)$/u;

/** These tell a person from their father, so they stay. In capitals and without dots. */
export const GENERATIONS: ReadonlySet<string> = wordSet('JR SR II III IV JNR SNR 2ND 3RD');

/** Degrees, certificates and memberships, in capitals and without dots. */
export const CREDENTIALS: ReadonlySet<string> = wordSet(
  'PHD DPHIL EDD DBA DDS DMD DVM DNP DSC SCD PSYD PHARMD LLM LLB MBA EMBA MPA MPH MPHIL MSC MS MA MENG MED MFA',
  'MSW BSC BA BS BENG BBA BCOM LLD JD MD DO ESQ RN RPH NP LCSW FACP FACS FRCS FRCP MRCP CPA ACA FCA ACCA FCCA',
  'CIMA ACMA FCMA CGMA CFA CFP CIA CISA CISM CISSP CCSP CRISC CGEIT CEH OSCP CCNA CCNP CCIE ITIL PRINCE2 PMP',
  'CAPM PMI-ACP PMI CSM CSPO PSM SAFE TOGAF CSCP CPIM CPM SPHR PHR GPHR SHRM-CP SHRM-SCP CIPD FCIPD MCIPD CIPP',
  'CIPP/E CIPM PE EIT RA AIA LEED RIBA MRICS FRICS CENG IENG MIET FIET FRSA OBE MBE CBE KBE FRS CDMP CBAP MCSE',
  'MCSA MCP AWS RCDD CFE CAMS FRM CAIA CHRP CPP CTP CMA EA RHIA RD LMFT LPC MBCS CITP FBCS MCIPS FCIPS CMGR',
);

/** As common at the end of a name as they are credentials: only a comma makes them one. */
export const CREDENTIALS_LIKE_NAMES: ReadonlySet<string> = wordSet('MA MS BA BS DO RA EA RD SAFE MED PE NP');

/** Credentials that are no names in any case: `Jane Doe Esq.` */
export const CREDENTIALS_IN_ANY_CASE: ReadonlySet<string> = wordSet('ESQ PHD MBA MSC BSC');

/** `she/her`, `they / them`, `er/ihm`, `elle/la`, with or without brackets. */
export const PRONOUNS =
  /(?:^|\s)(?:she|he|they|her|him|them|ze|xe|sie|er|elle|ella|él|il|lei|lui|hij|zij)(?:\s?\/\s?\p{L}{1,6}){1,3}(?=$|\s)/giu;

/** Words that no given name has: what stands behind a comma with one of them is a position or a place of work. */
export const NO_NAME =
  /(?:^|\s)(?:of|at|for|bei|für|chez|&|@|head|director|manager|engineer|consultant|[aes]?vp|chief|officer|c(?:[dfimoprst]|hr)o|founder|owner|president|analyst|architect|developer|specialist|coordinator|assistant|associate|executive|advisor|marketing|leiter|leiterin|geschäftsführer|geschäftsführerin|directeur|directrice|directora?|direttore|responsable|gerente)(?=\s|$)/iu;

/** Small words of a family name: `van den Berg` is one name. */
export const PARTICLES: ReadonlySet<string> = wordSet(
  'van von vom zu zur der den de la le les du des di da del della dos das do ten ter te y e bin ibn al el st san',
);

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
