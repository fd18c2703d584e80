const either = (words: string) =>
  words
    .trim()
    .split(/\s*\|\s*/)
    .map((word) => word.replaceAll(' ', '\\s+').replaceAll('.', '\\.'))
    .join('|')

/** Words between two bounds, in the languages of files. */
const BETWEEN = either('to|à|a|bis|bis zu|tot|t/m|till|til|do|до|ate|até|al')
/** Words between two bounds after such a word: `entre 11 et 50`. */
const AND = either('and|et|y|e|und|en|i|och|og|и')
/** Words in front of two bounds: `from 11 to 50`, `entre 11 et 50`. */
const FROM = either(
  'from|between|de|du|entre|da|dal|tra|fra|van|tussen|von|zwischen|od|mellan|mellem|mellom|od|от|pomiędzy|między',
)
const AT_LEAST_BEFORE = either(
  'at least|from|min.|minimum|mindestens|ab|au moins|à partir de|dès|al menos|desde|a partir de|pelo menos|almeno|minstens|ten minste|co najmniej|od|minst|mindst|vähintään|от|не менее|en az',
)
const MORE_BEFORE = either(
  'over|more than|above|greater than|mehr als|über|plus de|más de|mas de|mais de|acima de|più di|piu di|oltre|meer dan|ponad|powyżej|więcej niż|över|mer än|mere end|mer enn|yli|více než|viac ako|több mint|peste|más que|более|больше|свыше|понад|більше',
)
const MORE_BEHIND = either(
  'or more|and more|and above|and over|and up|or above|plus|oder mehr|und mehr|und darüber|ou plus|et plus|o más|o mas|y más|y mas|ou mais|e mais|o più|o piu|e oltre|of meer|en meer|lub więcej|i więcej|eller mer|eller fler|eller flere|och fler|og mer|tai enemmän|a více|a viac|vagy több|sau mai mult|и более|и больше|или более|以上|이상|人以上|名以上|명 이상|ve üzeri|üzeri',
)
const LESS_BEFORE = either(
  'under|less than|fewer than|below|weniger als|unter|moins de|menos de|abaixo de|meno di|minder dan|mniej niż|poniżej|mindre än|mindre end|mindre enn|färre än|færre end|færre enn|alle|méně než|menej ako|kevesebb mint|sub|mai puțin de|менее|меньше|менше',
)
const AT_MOST_BEFORE = either(
  "up to|at most|max.|maximum|bis|bis zu|höchstens|maximal|jusqu'à|jusqu’à|au plus|hasta|como máximo|até|fino a|al massimo|tot|hoogstens|do|najwyżej|upp till|op til|opptil|opp til|korkeintaan|enintään|до|не более|en fazla",
)
const AT_MOST_BEHIND = either(
  'or less|or fewer|oder weniger|ou moins|o menos|ou menos|o meno|of minder|eller færre|以下|이하',
)
const LESS_BEHIND = either('未満|미만')

/** Forms of bounds. Each splits a text, with the bounds in its first groups. */
export const rangeForms = {
  between: new RegExp(
    `^(?:(?:${FROM})\\s+)?(.+?)\\s*(?:[-–—~〜∼]|\\.\\.+|…|\\s(?:${BETWEEN})\\s|(?:至|到|から))\\s*(.+)$`,
    'iu',
  ),
  fromAnd: new RegExp(`^(?:${FROM})\\s+(.+?)\\s(?:${AND})\\s+(.+)$`, 'iu'),
  atLeast: new RegExp(
    `^(?:(?:>=|≥|(?:${AT_LEAST_BEFORE})\\s)\\s*(.+)|(.+?)\\s*(?:\\+|\\s(?:${MORE_BEHIND})|(?:以上|이상)))$`,
    'iu',
  ),
  above: new RegExp(`^(?:>|(?:${MORE_BEFORE})\\s)\\s*(.+)$`, 'iu'),
  atMost: new RegExp(
    `^(?:(?:<=|≤|(?:${AT_MOST_BEFORE})\\s)\\s*(.+)|(.+?)\\s*(?:\\s(?:${AT_MOST_BEHIND})|(?:以下|이하)))$`,
    'iu',
  ),
  below: new RegExp(`^(?:(?:<|(?:${LESS_BEFORE})\\s)\\s*(.+)|(.+?)\\s*(?:${LESS_BEHIND}))$`, 'iu'),
}
