import { parseNumber, parseRange, type DecimalSign } from './number-text.ts'

const staff =
  /\s*\(?\b(?:employees?|people|persons?|staff(?: members)?|team members|members|workers|ftes?|headcount|colleagues|mitarbeiter(?:innen|:innen|\*innen)?|beschäftigte|angestellte|employés|salariés|collaborateurs|empleados|trabajadores|funcionários|colaboradores|dipendenti|addetti|medewerkers|werknemers|anställda|ansatte|medarbejdere|työntekijää|pracowników)\b\.?\)?\s*$/iu
const about =
  /^(?:about|around|approx\.?|approximately|roughly|circa|ca\.?|est\.?|estimated|some|nearly|almost|etwa|rund|env\.?|environ|~|≈)\s*/i

/** Thousands in many countries, and a fraction in others; a headcount has none, yet an average has. */
const isAmbiguous = /(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])/

/**
 * Employees as a text says them, as inclusive bounds: `201-500 employees`, `1k+`, `~250`, `10,001+`, `1 200`. Undefined for
 * what is no headcount (`Nov-50`, `-7`, `12.5`) and for what is in doubt: `1.234` without a decimal sign, `1-5k`.
 */
export function readHeadcount(
  given: string,
  decimal?: DecimalSign,
): { gte: number | null; lte: number | null } | undefined {
  const text = given
    .trim()
    .replace(staff, '')
    .replace(about, '')
    .replace(/\.00?$/, '')
    .trim()
  if (decimal === undefined && isAmbiguous.test(text)) return undefined
  // A sign of money, a share or a day is no headcount.
  if (/[\p{Sc}%/:]/u.test(text)) return undefined
  const single = parseNumber(text, decimal)
  const range = single === undefined ? rangeOf(text, decimal) : { gte: single, lte: single }
  if (range === undefined || !isHeadcount(range.gte) || !isHeadcount(range.lte)) return undefined
  return range
}

const isHeadcount = (bound: number | null): boolean =>
  bound === null || (Number.isInteger(bound) && bound >= 0)

function rangeOf(text: string, decimal?: DecimalSign): ReturnType<typeof parseRange> {
  const [, low, high] = /^(\d+)\s*(?:-|–|—|to)\s*(\d+)\s*(?:k|m)$/i.exec(text) ?? []
  // Of `1-5k` nobody knows whether it begins at one or at a thousand.
  if (low !== undefined && Number(low) < Number(high)) return undefined
  return parseRange(text, decimal)
}
