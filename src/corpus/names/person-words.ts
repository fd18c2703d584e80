const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Forms of address before a name. */
export const titles = words(
  'dr prof professor doctor honorable honourable mr mrs ms miss mx sir dame lord lady rev reverend herr frau dipl ing mag mme mlle madame ' +
    'monsieur senor senora srta sra doc docent dott dottssa avv drs capt captain sgt sergeant lt maj major pfc cpl ' +
    'president senator congressman congresswoman ambassador shri smt hajj sheikh sheik datuk tan-sri univ med habil mgr mudr judr phdr ' +
    'rndr mddr mvdr paeddr thdr dhr mevr dna monsignor msgr privatdozent',
)

/** Words that are first names if nothing else is one: `Major Garrett`, `Sir Mixalot`. */
export const titlesOrNames = words(
  'doctor sir dame lord lady captain sergeant major reverend professor president senator ambassador sheikh madame',
)

/** What comes after a title and belongs to it: `Dr. rer. nat.`, `Dipl.-Kfm.`; elsewhere some of these are names. */
export const titleParts = words(
  'rer nat phil jur iur oec pol theol med dent vet ing kfm kffr inf wirt phys math chem psych pad biol geol soz betriebsw ' +
    'volksw habil univ mult hc art techn agr sc soc fh',
)

/** Forms of address that are also names (Gen Sato): taken off only when written with a full stop. */
export const dottedTitles = words(
  'gen col sen rep gov amb adm hon fr sr br st m ir cmdr pres judge hr fru frk bc mw',
)

/** Words that tell generations apart, in the form they are reported. */
export const generationWords: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['jnr', 'jr'],
  ['junior', 'jr'],
  ['sr', 'sr'],
  ['snr', 'sr'],
  ['senior', 'sr'],
  ['ii', 'ii'],
  ['iii', 'iii'],
  ['iv', 'iv'],
  ['2nd', 'ii'],
  ['3rd', 'iii'],
  ['4th', 'iv'],
])

/** The same in Portuguese, where they are also family names: after two other names only. */
export const familyGenerations: ReadonlyMap<string, string> = new Map([
  ['filho', 'jr'],
  ['neto', 'iii'],
  ['sobrinho', 'sobrinho'],
])

/** Degrees and licences after a name. */
export const credentials = words(
  'phd dphil md emba jd esq esquire cpa cfa cma cissp pmp csm dds dmd dvm edd psyd pharmd llm llb rn msn bsn lcsw ' +
    'bsc msc bcom mph mpa mfa bba frcs mrcp frs obe mbe cbe kbe qc facs faap shrm phr sphr aicp leed ' +
    'msw lmft phdc dba dsc mphil acca fcca mcips rph dnp crna usn usmc usaf cfp clu chfc scd cgma cisa cism crisc frsa mrics frics ' +
    'fiet miet ceng cphr gphr ccrn fnp mbbs bds facp cpim cscp peng csp crne mrcgp frcgp mbcs cgeit ccie ccna',
)

/** Credentials that are also names (Jack Ma, Grace Meng): only after a comma, in capitals or with full stops. */
export const looseCredentials = words(
  'ma ba bs ms do pe pa od np ca ing v aia meng beng mba kc ret aca fca ch',
)

/** Words that begin a family name of several words. */
export const particleWords = words(
  'van von vom zu zum zur der den de del della delle dello di da das dos do du la las le los lo el al bin bint ibn ben ' +
    'abu ter ten te op st saint san santa mac af av und y dal degli dei',
)

/** Words that directories put after the given name. */
export const sortedBehind = words('van von vom zu zum zur der den de ter ten te du di da dos do la le')

/** Given names so common in pairs that many go by the second one: María Fernanda, Mohammed Ali, Karl Heinz. */
export const leftOut = words(
  'maria jose ana juan joao luis luiz francisco miguel jean marie karl hans johann anna mary mohammed muhammad mohamed ' +
    'mohammad mohd md abdul syed sayed mehmet mustafa ahmet ali ayse fatma sri venkata',
)
