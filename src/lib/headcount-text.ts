import { parseNumber, type DecimalSign } from './number-text.ts'
import { withPlainDigits } from './plain-digits.ts'
import { parseRange, type Range } from './range-text.ts'

const staff =
  /\s*\(?\b(?:employees?|people|persons?|staff(?: members)?|team members|members|workers|ftes?|headcount|colleagues|ma|mitarbeiter(?:innen|:innen|\*innen)?|mitarbeitende|beschäftigte|angestellte|employés|salariés|collaborateurs|personnes|empleados|trabajadores|personas|funcionários|colaboradores|pessoas|dipendenti|addetti|medewerkers|werknemers|personen|anställda|ansatte|medarbejdere|medarbetare|työntekijää|henkilöä|pracowników|osób|zaměstnanců|zamestnancov|angajați|çalışan)(?![\p{L}])\.?\)?\s*$|\s*(?:сотрудник(?:ов|а)?|человек|работников|співробітників|εργαζόμενοι|人|名|명|员工|員工|社員|従業員|직원)\s*$/iu
const about =
  /^(?:about|around|approx\.?|approximately|roughly|circa|ca\.?|est\.?|estimated|some|nearly|almost|etwa|rund|env\.?|environ|aprox\.?|aproximadamente|unos|cerca de|ongeveer|około|ok\.|omkring|около|約|约|약|~|≈)\s*/iu
/** The letter of a size in exports of the network, and the mark of one in others: `D: 51-200`, `c_00051_00100`. */
const lettered = /^[A-I]\s*[:.)–-]\s*(?=\d)/
const coded = /^c_0*(\d+)_(?:0*(\d+)|max)$/i
/** A word for the size beside it, or the year of the count: `51-200 (medium)`, `Medium (51-200)`, `200 (2023)`. */
const noteBehind = /\s*\((?:[^\d()]*|(?:19|20)\d\d)\)$/u
const wordBefore = /^\p{L}[\p{L}\s-]*\((.+)\)$/u

/** `2,5k`: what stands before a letter for thousands in one or two digits is a fraction. */
const withFraction = /^\d{1,3},\d{1,2}\s?[km]$/i
/** Thousands in many countries, and a fraction in others; a headcount has none, yet an average has. */
const isAmbiguous = /^[1-9]\d{0,2}\.\d{3}$/
/** In a range of headcounts and beside an open end they are thousands: `1.001-5.000`, `10.001+`. */
const pointedThousands = /(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,])/g

/**
 * Employees as a text says them, as inclusive bounds: `201-500 employees`, `1k+`, `~250`, `10,001+`, `1 200`, `11 bis 50`.
 * Undefined for what is no headcount (`Nov-50`, `-7`, `12.5`) and for what is in doubt: `1.234` without a decimal sign, `1-5k`.
 */
export function readHeadcount(headcount: string, decimal?: DecimalSign): Range | undefined {
  const text = bare(headcount)
  const [, from, to] = coded.exec(text) ?? []
  if (from !== undefined) return { gte: Number(from), lte: to === undefined ? null : Number(to) }
  if (decimal === undefined && isAmbiguous.test(text)) return undefined
  // A sign of money, a share or a day is no headcount; nor is what a program rounded to some digits.
  if (/[\p{Sc}%:]|\d\/|\/\d|\de\+?\d/iu.test(text)) return undefined
  const single = parseNumber(text, decimal ?? (withFraction.test(text) ? ',' : undefined))
  const range = single === undefined ? readRange(text, decimal) : { gte: single, lte: single }
  if (range === undefined || !isHeadcount(range.gte) || !isHeadcount(range.lte)) return undefined
  return range
}

function bare(name: string): string {
  const text = withPlainDigits(name).trim().replace(noteBehind, '')
  const inner = (wordBefore.exec(text)?.[1] ?? text).replace(lettered, '')
  return inner
    .replace(staff, '')
    .replace(about, '')
    .replace(/\.00?$/, '')
    .trim()
}

const isHeadcount = (bound: number | null): boolean =>
  bound === null || (Number.isInteger(bound) && bound >= 0)

function readRange(text: string, decimal?: DecimalSign): Range | undefined {
  const [, low, high] = /^(\d+)\s*(?:-|–|—|to)\s*(\d+)\s*(?:k|m)$/i.exec(text) ?? []
  // Of `1-5k` nobody knows whether it begins at one or at a thousand.
  if (low !== undefined && Number(low) < Number(high)) return undefined
  if (decimal !== undefined) return parseRange(text, decimal)
  const pointed = text.replaceAll(pointedThousands, (digits) => digits.replaceAll('.', ''))
  return parseNumber(pointed) === undefined ? parseRange(pointed) : undefined
}
