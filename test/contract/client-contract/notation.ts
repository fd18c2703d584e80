/** A type of JSON, with `integer` beside `number`; `any` where the contract leaves it open. */
export type JsonType = 'any' | 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

/** What the contract says about one member. Bounds are of a number's value, an array's items or a text's characters. */
export interface Member {
  types: JsonType[]
  /** The values it may have, as text. */
  values?: string[]
  /** How many values it has, where they stand in another file. */
  valueCount?: number
  minimum?: number
  maximum?: number
  minimumExclusive?: number
  maximumExclusive?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  format?: string
  default?: unknown
  isOptional: boolean
}

export type Direction = 'output' | 'request'

/** The members of one operation by path, without those that are only referred to. */
export interface ContractOperation {
  id: string
  request: Map<string, Member>
  output: Map<string, Member>
}

/** One step of a path. */
export type Step =
  | { kind: 'branch'; tag: string; value: string }
  | { kind: 'item' }
  | { kind: 'key' }
  | { kind: 'member'; name: string }

const jsonTypes = new Set(['any', 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

/** What one line says after its path; throws on words it does not know, so that none is passed over. */
export function memberOf(text: string): Member {
  const isOptional = text.endsWith(' ?')
  let rest = isOptional ? text.slice(0, -2) : text
  const types = takeTypes(rest)
  rest = rest.slice(types.join('/').length)
  const member: Member = { types, isOptional }
  const defaultIndex = rest.indexOf(' default ')
  if (defaultIndex !== -1) {
    member.default = pythonValue(rest.slice(defaultIndex + ' default '.length))
    rest = rest.slice(0, defaultIndex)
  }
  return rest.startsWith(' = ') ? withValues(member, rest.slice(3)) : withBounds(member, rest)
}

function takeTypes(text: string): JsonType[] {
  const types = (/^[a-z/]+/.exec(text)?.[0] ?? '').split('/')
  for (const type of types) if (!jsonTypes.has(type)) throw new Error(`No type in "${text}"`)
  return types as JsonType[]
}

function withValues(member: Member, text: string): Member {
  const elsewhere = /^one of (\d+)$/.exec(text)
  if (elsewhere) return { ...member, valueCount: Number(elsewhere[1]) }
  return { ...member, values: text.split('|') }
}

const boundWords = {
  '>=': 'minimum',
  '<=': 'maximum',
  '>': 'minimumExclusive',
  '<': 'maximumExclusive',
  'min items ': 'minItems',
  'max items ': 'maxItems',
  'min length ': 'minLength',
  'max length ': 'maxLength',
} as const

function withBounds(member: Member, text: string): Member {
  const bounded = { ...member }
  const left = text
    .replaceAll(
      / (min items |max items |min length |max length |>=|<=|>|<)(-?[\d.]+)(?= |$)/g,
      (_, word, value) => {
        bounded[boundWords[word as keyof typeof boundWords]] = Number(value)
        return ''
      },
    )
    .replace(/ (uri|email|date-time|date)(?= |$)/, (_, format: string) => {
      bounded.format = format
      return ''
    })
    // The branches are listed as members of their own.
    .replace(/ one of( <[^<>]+>)+$/, '')
  if (left !== '') throw new Error(`Not understood: "${left}" of "${text}"`)
  return bounded
}

/** A value in the notation of Python, which the defaults are written in. */
function pythonValue(text: string): unknown {
  const json = text
    .replaceAll('None', 'null')
    .replaceAll('True', 'true')
    .replaceAll('False', 'false')
    .replaceAll("'", '"')
  try {
    return JSON.parse(json)
  } catch {
    return text
  }
}

/** The steps of a path: `.a[]<type=b>.c{*}`. */
export function stepsOf(path: string): Step[] {
  const steps: Step[] = []
  const pattern = /\.([^.[\]{}<>]+)|(\[\])|(\{\*\})|<([^<>=]+)=([^<>]+)>/gy
  while (pattern.lastIndex < path.length) {
    const start = pattern.lastIndex
    const match = pattern.exec(path)
    if (!match) throw new Error(`No step at ${start} of "${path}"`)
    const [, name, item, key, tag = '', value = ''] = match
    if (name !== undefined) steps.push({ kind: 'member', name })
    else if (item) steps.push({ kind: 'item' })
    else if (key) steps.push({ kind: 'key' })
    else steps.push({ kind: 'branch', tag, value })
  }
  return steps
}
