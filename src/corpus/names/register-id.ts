import { memo } from '../../lib/memo.ts'
import { isBlankId, isNoId } from '../../lib/placeholder.ts'
import { exchangeName } from './exchange-name.ts'
import { type Identified, identifierOf, type NoIdentifier } from './identifier.ts'

/** How a public register writes the ids it gives out. */
interface Register {
  /** Name of the register, for people. */
  title: string
  /** Other names of the register in files, in lower case and without marks. */
  aliases: readonly string[]
  /** An id without white space and in upper case, in the one spelling; undefined for what the register never gives out. */
  read(id: string): string | undefined
}

const matching = (pattern: RegExp) => (id: string) => pattern.exec(id)?.[1]

/**
 * Registers whose ids have a known form. Other sources of `external_ids` are programs of the operator, whose ids are
 * compared as they are written. An id of a security (ISIN) or of an establishment (SIRET) is none of a company.
 */
const registers = {
  lei: {
    title: 'Legal entity identifiers (GLEIF)',
    aliases: ['gleif', 'leicode'],
    read: (id) => (/^[A-Z\d]{18}\d{2}$/.test(id) && remainder97(id) === 1 ? id : undefined),
  },
  cik: {
    title: 'Filers at the SEC',
    aliases: ['seccik', 'edgar', 'edgarcik'],
    read: (id) => matching(/^(?:CIK)?(\d{1,10})$/)(id)?.padStart(10, '0'),
  },
  ticker: {
    title:
      'Symbols at exchanges, as EXCHANGE:SYMBOL: another exchange gives the same symbol to another company',
    aliases: ['stockticker'],
    read(id) {
      const [, exchange = '', symbol] = /^([A-Z][A-Z\d]{1,11}):([A-Z\d][A-Z\d.-]{0,14})$/.exec(id) ?? []
      return symbol && `${exchangeName(exchange)}:${symbol}`
    },
  },
  wikidata: {
    title: 'Items of Wikidata',
    aliases: ['wikidataid', 'qid'],
    read: matching(/^(?:(?:HTTPS?:\/\/)?(?:WWW\.)?WIKIDATA\.ORG\/(?:WIKI|ENTITY)\/)?(Q[1-9]\d{0,11})$/),
  },
  ror: {
    title: 'Research organizations (ROR)',
    aliases: ['rorid'],
    read(id) {
      const ror = matching(/^(?:(?:HTTPS?:\/\/)?ROR\.ORG\/)?(0[A-HJKMNP-TV-Z\d]{6}\d{2})$/)(id)?.toLowerCase()
      return ror !== undefined && isRor(ror) ? ror : undefined
    },
  },
  'companies-house': {
    title: 'Companies House, United Kingdom',
    aliases: ['gbcoh'],
    // Spreadsheets drop the zeros in front.
    read: (id) =>
      /^\d{4,8}$/.test(id)
        ? id.padStart(8, '0')
        : matching(/^([A-Z]{2}\d{6}|[A-Z]\d{7}|[A-Z]{2}\d{5}[A-Z])$/)(id),
  },
  brreg: {
    title: 'Enhetsregisteret, Norway',
    aliases: ['nobrc', 'enhetsregisteret'],
    read(id) {
      const digits = matching(/^(?:NO)?(\d{9})(?:MVA)?$/)(id)
      return digits !== undefined && weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
        ? digits
        : undefined
    },
  },
  siren: {
    title: 'Répertoire Sirene, France',
    aliases: ['frsiren', 'insee'],
    read: (id) => (/^\d{9}$/.test(id) && isLuhn(id) ? id : undefined),
  },
  orcid: {
    title: 'Researchers (ORCID)',
    aliases: ['orcidid'],
    read(id) {
      const digits = matching(/^(?:(?:HTTPS?:\/\/)?ORCID\.ORG\/)?(\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX])$/)(id)
      const plain = digits?.replaceAll('-', '')
      return plain !== undefined && isOrcid(plain) ? plain.replaceAll(/(.{4})(?=.)/g, '$1-') : undefined
    },
  },
  openalex: {
    title: 'OpenAlex',
    aliases: ['openalexid'],
    read: matching(/^(?:(?:HTTPS?:\/\/)?OPENALEX\.ORG\/)?([AIFPS]\d{2,12})$/),
  },
  grid: {
    title: 'GRID',
    aliases: ['gridid'],
    read: (id) => matching(/^(GRID\.\d{1,7}\.[\dA-F]{1,3})$/)(id)?.toLowerCase(),
  },
} as const satisfies Record<string, Register>

/** A register whose ids have a known form. */
export type RegisterName = keyof typeof registers

export const registerNames = Object.keys(registers) as RegisterName[]

const registerOfAlias = new Map<string, RegisterName>(
  registerNames.flatMap((name) => {
    const { aliases } = registers[name]
    return [plainAlias(name), ...aliases].map((alias): [string, RegisterName] => [alias, name])
  }),
)

function plainAlias(source: string): string {
  return source.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** The register that a source of `external_ids` is, however files call it; undefined for other sources. */
export const findRegister = memo(
  (source): RegisterName | undefined => registerOfAlias.get(plainAlias(source)),
  {
    entries: 1_000,
  },
)

/**
 * An id in another data set as source and value in one spelling, or why it identifies nobody. Sources that are no
 * register, and their ids, stay as they are written.
 */
export function readExternalId(
  source: string,
  text: string,
): { source: string; value: string } | { why: NoIdentifier } {
  const register = findRegister(source)
  const read = register === undefined ? identifierOf.id(text) : readRegisterId(register, text)
  return 'why' in read ? read : { source: register ?? source, value: read.value }
}

/** An id in the spelling of its register; `placeholder` or `malformed` for what the register never gives out. */
export function readRegisterId(register: RegisterName, text: string): Identified {
  const id = text.trim()
  const value = registers[register].read(id.replaceAll(/\s/g, '').toUpperCase())
  // A check digit proves an id that looks filled in.
  const isNone = value !== undefined && checked.has(register) ? isBlankId(id) : isNoId(id)
  if (isNone) return { why: 'placeholder' }
  return value === undefined ? { why: 'malformed' } : { value }
}

const checked: ReadonlySet<RegisterName> = new Set<RegisterName>(['lei', 'ror', 'brreg', 'siren', 'orcid'])

/** Remainder by 97 (ISO 7064), where a letter counts from 10 on. */
function remainder97(text: string): number {
  let remainder = 0
  for (const char of text) {
    const number = Number.parseInt(char, 36)
    remainder = (remainder * (number > 9 ? 100 : 10) + number) % 97
  }
  return remainder
}

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

function isLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index))
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    sum += index % 2 === 0 ? digit : doubled
  }
  return sum % 10 === 0
}

/** ISO 7064, MOD 11-2. */
function isOrcid(plain: string): boolean {
  let total = 0
  for (const digit of plain.slice(0, -1)) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  return plain.at(-1) === (check === 10 ? 'X' : String(check))
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz'

/** ISO 7064, MOD 97-10, over the number that the letters write in Crockford's base 32. */
function isRor(ror: string): boolean {
  let number = 0
  for (const char of ror.slice(0, -2)) number = number * 32 + crockford.indexOf(char)
  return 98 - ((number * 100) % 97) === Number(ror.slice(-2))
}
