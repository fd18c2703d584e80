const words = (text: string): string[] => text.split('|').map((form) => form.trim().replace(/\s+/g, ' '))

/** Written without a space at either end of Chinese, Japanese and Korean names; longer ones first. */
export const gluedForms: readonly string[] = words(
  '股份有限公司|有限责任公司|有限責任公司|有限公司|株式会社|有限会社|合同会社|合資会社|合名会社|주식회사|유한회사',
)

/**
 * Legal forms that end a company's name, in normal form: accents stripped, lower case, dotted initials joined
 * (`S.p.A.` is `spa`), `&` as `and`. Forms built of several (`GmbH & Co. KG`) come off one after the other.
 */
export const trailingForms: ReadonlySet<string> = new Set(
  [
    // English-speaking world, India, Singapore
    'inc|incorporated|llc|limited liability company|ltd|limited|llp|lllp|lp|pllc|plc|public limited company',
    'corp|corporation|co|company|and co|and company|ulc|pty|pty ltd|proprietary limited|pvt|pvt ltd',
    'private limited|pte|pte ltd|public company limited|limited partnership|limited liability partnership',
    // German
    'gmbh|ggmbh|mbh|gesellschaft mit beschrankter haftung|ag|aktiengesellschaft|kg|kommanditgesellschaft|kgaa',
    'kommanditgesellschaft auf aktien|ohg|offene handelsgesellschaft|haftungsbeschrankt|se|partg|partgmbb|partg mbb|anstalt des offentlichen rechts',
    'eingetragener verein|eingetragene genossenschaft|gmbh und co|und co|und compagnie',
    // French
    'sa|sarl|sas|sasu|eurl|scop|selarl|selas|societe anonyme|et cie|and cie|et compagnie',
    'societe a responsabilite limitee|societe par actions simplifiee|societe par actions simplifiee unipersonnelle',
    // Spanish and Portuguese
    'sl|slu|sau|sll|slp|sa de cv|sapi de cv|sab de cv|sapi|s de rl de cv|s de rl|srl|srl de cv|sociedad anonima',
    'sociedad limitada|sociedad anonima de capital variable|eirl|ltda|limitada|cia ltda|y cia|saic|saci|e hijos',
    'lda|unipessoal|unipessoal lda|eireli|epp|ltda me|ltda epp|sofom enr|sofom er|sasesp|saesp|sas esp|sa esp|sgps|e cia|sociedade anonima|sociedade limitada',
    // Italian, Romanian
    'srls|sapa|scarl|scpa|scrl|societa per azioni|societa a responsabilita limitata|soc coop|societa cooperativa',
    // Dutch, Belgian, Luxembourg
    'bv|nv|vof|bvba|sprl|cvba|vzw|asbl|besloten vennootschap|naamloze vennootschap|scrlfs|sarls|en zonen|and zn|en co',
    // Nordic, Baltic
    'ab|aktiebolag|publ|aps|asa|oy|oyj|osakeyhtio|julkinen osakeyhtio|ehf|ohf|ivs|amba|smba',
    'aktieselskab|anpartsselskab|aksjeselskap|allmennaksjeselskap|uab|sia|osauhing|aktsiaselts',
    // Central and Eastern Europe
    'sro|s ro|spol sro|spol s ro|spol s r o|akciova spolecnost|sp z oo|sp z o o|spolka z oo|sp zoo|spzoo|sp zo o|sp zo oo|spz oo|spolka zoo|spolka z o o|z oo|sp k|sp j|sp p',
    'spolka z ograniczona odpowiedzialnoscia|spolka akcyjna|spolka komandytowa|kft|zrt|nyrt|kkt|doo|jdoo|ood',
    'eood|ooo|zao|oao|pao|оод|еоод|еад|ад|доо|ооо|зао|оао|пао|ао|тов|тоо|пат|прат|ат|ип|αε|επε|ικε|οε|εε',
    'ανωνυμη εταιρεια|shpk',
    // Turkish
    'ltd sti|limited sirketi|anonim sirketi|sirketi|san ve tic|sanayi ve ticaret|san tic',
    // East and South-East Asia
    'kk|kabushiki kaisha|kabushiki gaisha|gk|godo kaisha|yk|yugen kaisha|sdn bhd|bhd|berhad|sendirian berhad|tbk|pcl',
    'jsc|ojsc|cjsc|pjsc|joint stock company|株',
    '주|유|tnhh',
    ...gluedForms,
    // Middle East and Africa
    'fzco|fze|fzc|fz llc|dmcc|wll|bscc|saoc|saog|kscp|kscc|qpsc|suarl|בעמ|בע מ',
  ].flatMap(words),
)

/** Forms that are also words: taken off only when written as initials (`S.p.A.`, `A/S`, `SPA`), not as `Day Spa`. */
export const trailingInitials: ReadonlySet<string> = new Set(
  words(
    'spa|as|is|da|sf|og|ad|dd|mb|bt|rt|ek|od|za|zs|ug|sal|sha|ike|ska|sac|saa|sci|sca|ans|ou|ky|hf|kb|hb|ks|epe|sae|' +
      'psc|bsc|qsc|ksc|gie|snc|scs|sab|pbc|cic|ead|vos|sti|gbr|aor|esp',
  ),
)

/** Forms that are also abbreviations in common use (electric vehicle, California): only with full stops, `e.V.`. */
export const trailingDotted: ReadonlySet<string> = new Set(
  words('ev|eg|il|ig|hf|cv|sc|ae|gp|ps|ca|na|pa|pc|eu|ok'),
)

/** Forms that begin a name. */
export const leadingForms: ReadonlySet<string> = new Set([
  ...gluedForms,
  ...words('ooo|zao|oao|pao|ооо|зао|оао|пао|ао|тов|тоо|пат|прат|ат|ип|株|주|유'),
  ...words('cong ty tnhh|cong ty co phan|kabushiki kaisha|kabushiki gaisha|eurl|sarl'),
])

/** Forms that begin a name only before a quotation mark or with a trailing form as well: elsewhere they are names. */
export const leadingIfSure: ReadonlySet<string> = new Set(words('pt|uab|sia|oy|as|ab|sc|sp|ou|cv|tov'))

/** Those before a quotation mark, and `AO`, which before a trailing form is somebody's initials (A. O. Smith Corp). */
export const leadingBeforeQuotes: ReadonlySet<string> = new Set([...leadingIfSure, 'ao'])
