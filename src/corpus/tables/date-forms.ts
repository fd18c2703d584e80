/** Months in English, German, French, Spanish, Portuguese, Italian, Dutch; their first letters tell them. */
const months: string[][] = [
  'jan january januar janvier enero ene janeiro gennaio gen januari jän jänner',
  'feb february februar février fevrier fév fev febrero fevereiro febbraio februari',
  'mar march märz marz mrz mars marzo março marco maart mrt',
  'apr april avril avr abril abr aprile',
  'may mai mayo maio maggio mag mei',
  'jun june juni juin junio junho giugno giu',
  'jul july juli juillet juil julio julho luglio lug',
  'aug august août aout agosto ago augustus',
  'sep sept september septembre septiembre setembro set settembre',
  'oct october oktober okt octobre octubre outubro out ottobre ott',
  'nov november novembre noviembre novembro',
  'dec december dezember dez décembre decembre diciembre dic dezembro dicembre',
].map((names) => names.split(' '))

/** From Sunday on; a date that is beside another day is none. */
const weekdayOf = new Map(
  [
    'sun sunday sonntag dimanche dim domingo dom domenica zondag',
    'mon monday montag lundi lun lunes segunda lunedì lunedi maandag',
    'tue tues tuesday dienstag mardi mar martes terça martedì martedi dinsdag',
    'wed wednesday mittwoch mercredi mer miércoles miercoles mié quarta mercoledì mercoledi woensdag',
    'thu thur thurs thursday donnerstag jeudi jeu jueves jue quinta giovedì giovedi donderdag',
    'fri friday freitag vendredi ven viernes vie sexta venerdì venerdi vrijdag',
    'sat saturday samstag sonnabend samedi sam sábado sabado sáb sabato sab zaterdag',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index] as const)),
)

const monthOf = new Map(months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))

const time = String.raw`(?:[T,]?\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}(?::?\d{2})?|UTC|GMT)?)?`
const numeric = new RegExp(String.raw`^(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?${time}$`, 'i')
const dayFirst = new RegExp(
  String.raw`^(?:(\p{L}+)\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|\.|er|º)?[\s-]*(?:de\s+)?(\p{L}{3,})\.?[\s,-]*(?:de\s+|del\s+)?('?\d{2}|\d{4})${time}$`,
  'iu',
)
const monthFirst = new RegExp(
  String.raw`^(?:(\p{L}+)\.?,\s+)?(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${time}$`,
  'iu',
)

/** A date of numbers, its parts as they stand. */
export interface DateNumbers {
  parts: [string, string, string]
  separator: string
  clock: (string | undefined)[]
}

/** A date with its month told by a word. */
export interface NamedDate {
  year: string
  month: number
  day: number
  clock: (string | undefined)[]
  weekday?: string | undefined
}

/** Whether a text can be a date at all. */
export function looksLikeDate(text: string): boolean {
  if (text.length > 40) return false
  return readDateNumbers(text) !== undefined || readNamedDate(text) !== undefined
}

/** A text as three numbers and a time; undefined if it is not a date. */
export function readDateNumbers(text: string): DateNumbers | undefined {
  const match = numeric.exec(text)
  if (match === null) return undefined
  const [, a = '', separator = '', b = '', c = '', ...clock] = match
  // A year at one end; 1.2.3 is a version and 12.03.555 nothing.
  const isDate = (a.length === 4 && c.length <= 2) || (a.length <= 2 && (c.length === 4 || c.length === 2))
  return isDate ? { parts: [a, b, c], separator, clock } : undefined
}

/** A text with the name of a month; undefined if it is not a date. */
export function readNamedDate(text: string): NamedDate | undefined {
  const first = dayFirst.exec(text)
  const second = first === null ? monthFirst.exec(text) : null
  const [, weekday, one = '', other = '', year = '', ...clock] = first ?? second ?? []
  const [day, name] = first === null ? [other, one] : [one, other]
  const month = monthOf.get(name.toLowerCase())
  // `before 4 March 2024` is not a date.
  if (month === undefined || (weekday !== undefined && !weekdayOf.has(weekday.toLowerCase())))
    return undefined
  return { year: year.replace("'", ''), month, day: Number(day), clock, weekday }
}

/** Whether a date (ISO) is on the day of the week a text names. */
export function isWeekday(date: string, weekday: string): boolean {
  return new Date(date).getUTCDay() === weekdayOf.get(weekday.toLowerCase())
}
