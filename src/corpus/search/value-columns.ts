/** Values that rows have in columns instead of tokens: SQL of an array of texts. */
export interface ValueColumn {
  sql: string
  /** The text of a value as it is searched for. */
  readText(value: string): string
}

/** What the rows of a search are counted by. */
export interface FacetQuestion {
  /** Kind of the tokens to count (`ind`, `country`); of another facet its name. */
  kind: string
  /** A column whose values are counted instead of tokens. */
  column?: ValueColumn | undefined
  /** Counts metro areas that the places of rows are within. */
  byArea?: true | undefined
  /** Counts people by the tokens of their current employers. */
  ofEmployers?: true | undefined
}

const trimmed = (value: string) => value.trim()

/** Titles of the present positions, whole and in normal form. */
export const presentTitles: ValueColumn = {
  sql: `arrayFilter(title -> title != '  ' AND title != ' ', arrayDistinct(job_titles))`,
  readText: trimmed,
}

/** Titles of a posting. */
export const postingTitles: ValueColumn = {
  sql: `arrayFilter(title -> title != ' ' AND title != '', splitByChar('|', titles))`,
  readText: trimmed,
}

/** Skills of a person, in normal form: texts of the keywords that carry the mark of skills. */
export const personSkills: ValueColumn = {
  sql: `arrayDistinct(arrayFilter(text -> startsWith(text, 'k '), splitByChar('|', words)))`,
  readText: (value) => value.slice(2).trim(),
}

/** The year a day column falls in, from the days since 1970; days of every century. */
const yearOf = (days: string) => {
  const shifted = `(${days} + 719468)`
  const era = `floor(${shifted} / 146097)`
  const dayOfEra = `(${shifted} - ${era} * 146097)`
  const yearOfEra = `floor((${dayOfEra} - floor(${dayOfEra} / 1460) + floor(${dayOfEra} / 36524) - floor(${dayOfEra} / 146096)) / 365)`
  const dayOfYear = `(${dayOfEra} - (365 * ${yearOfEra} + floor(${yearOfEra} / 4) - floor(${yearOfEra} / 100)))`
  return `toInt32(${yearOfEra} + ${era} * 400 + if(${dayOfYear} >= 306, 1, 0))`
}

/** The year a company was founded in. */
export const foundedYear: ValueColumn = {
  sql: `if(founded = -2147483648, [], [toString(${yearOf('founded')})])`,
  readText: trimmed,
}
