/**
 * Words of labels and cues that mean something else beside other words: what must not come directly before or after them.
 * `public` of `public transport` is no listed company, `closed` of `closed a round` no company that is gone.
 */
export const guards: ReadonlyMap<string, { before?: RegExp; behind?: RegExp }> = new Map([
  [
    'public',
    {
      behind:
        /^(transport\w*|relations?|health|affairs|speak\w*|polic\w+|sectors?|safety|works?|schools?|librar\w+|services?|universit\w+|defenders?|administrat\w+|opinion|goods?|housing|procurement|clouds?|apis?|notar\w+|accountants?|interest|hospitals?|law|institutions?|bodies|broadcast\w+|funding|money|figures?|spaces?|authorit\w+|finance|servants?|officials?|sphere|procurer\w*|tenders?)$/,
    },
  ],
  ['listed', { behind: /^(below|above|here|as|buildings?|price|among)$/ }],
  [
    'closed',
    {
      behind:
        /^(an?|the|their|its|deals?|rounds?|series|seed|pre|loop|end|ended|source|caption\w*|won|lost|funding|over|more|with|\d.*|lab|system|circuit)$/,
    },
  ],
  [
    'operating',
    {
      behind:
        /^(systems?|rooms?|partners?|officers?|models?|margins?|budgets?|profits?|in|from|across|as|at|under|with|an?|the|hotels?|expenses?|costs?|theat\w+|nurses?|internationally|globally)$/,
    },
  ],
  [
    'offices',
    { before: /^(family|law|tax|dental|dentist|medical|doctors?|post|box|notary|brokerage|head)$/ },
  ],
  ['office', { before: /^(family|law|tax|dental|medical|post|box|notary|back|front|home)$/ }],
  [
    'hiring',
    {
      behind: /^(freezes?|frozen|halts?|stops?|process\w*|committees?|practices)$/,
    },
  ],
  ['dead', { behind: /^(lines?|links?|stock|sea|ends?|weight)$/ }],
  [
    'remote',
    { behind: /^(sensing|control\w*|monitor\w*|patients?|desktops?|areas?|islands?|access|villages?)$/ },
  ],
  ['seed', { behind: /^(oils?|producers?|crops?|breed\w*|potato\w*|treatment|banks?|merchants?)$/ }],
  [
    'capital',
    {
      before: /^(human|working|venture|risk|share|equity|the|social|private)$/,
      behind:
        /^(markets?|goods|cit\w+|gains?|expenditures?|allocation|management|partners?|of|region|area|equipment)$/,
    },
  ],
  [
    'growth',
    {
      behind:
        /^(equity|capital|market\w*|hack\w*|manage\w*|lead\w*|hormones?|factors?|investors?|team|funds?)$/,
    },
  ],
  [
    'native',
    {
      before: /^(cloud|ai|mobile|digital|web|crypto|react)$/,
      behind: /^(apps?|ads?|advertis\w+|american\w*|plants?)$/,
    },
  ],
  ['speaking', { before: /^(public|generally)$/, behind: /^(engagements?|events?|clubs?)$/ }],
  ['left', { behind: /^(handed|wing|hand|bank|over|side)$/ }],
  ['run', { behind: /^(by|time|rate)$/ }],
  [
    'based',
    {
      before:
        /^(cloud|web|evidence|ai|plant|bio|blockchain|data|rule|home|faith|community|subscription|usage)$/,
    },
  ],
  ['used', { behind: /^(cars?|vehicles?|machine\w*|equipment|goods|clothes|clothing|books?)$/ }],
  ['born', { before: /^(digital|cloud|web)$/ }],
  ['big', { behind: /^(four|4|three|3|five|5|tech|data|pharma|box|law|oil|tobacco|banks?|picture)$/ }],
  ['round', { behind: /^(tables?|the|trip)$/ }],
  ['team', { behind: /^(building|sports?)$/ }],
  ['hybrid', { behind: /^(cars?|vehicles?|electric|clouds?|engines?|seeds?)$/ }],
])
