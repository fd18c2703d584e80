/** A JSON Schema, as far as forms read it. */
export interface Schema {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  $ref?: string
  $defs?: Readonly<Record<string, Schema>>
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  title?: string
  description?: string
  deprecated?: boolean
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  default?: unknown
  /** Place in a form. */
  'x-order'?: number
  /** What a number counts. */
  'x-unit'?: string
}

/** What a member of an object is filled in with. `json`: no control of ours shows it. */
type Shape =
  | { type: 'number'; isWhole: boolean; least: number | undefined; most: number | undefined }
  | { type: 'choice'; options: readonly string[] }
  | { type: 'choices'; options: readonly string[] }
  | { type: 'flag' }
  | { type: 'text' }
  | { type: 'texts' }
  | { type: 'json' }

/** One member of an object, ready to be drawn. */
export interface Member {
  name: string
  label: string
  description: string | undefined
  unit: string | undefined
  /** What holds where it is left empty; undefined where it is then not looked at. */
  ifEmpty: unknown
  isRequired: boolean
  /** Whether null stands for nothing chosen. */
  isNullable: boolean
  shape: Shape
}

/** Members of an object that somebody may fill in: those that have to be first, then in the order of the schema. */
export function membersOf(schema: Schema, leaveOut: readonly string[] = []): Member[] {
  const inOrder = Object.entries(schema.properties ?? {}).toSorted(
    ([, one], [, other]) => (one['x-order'] ?? Infinity) - (other['x-order'] ?? Infinity) || 0,
  )
  const members = inOrder.flatMap(([name, member]): Member[] => {
    if (leaveOut.includes(name) || member.const !== undefined || member.deprecated === true) return []
    const kinds = alternatives(member, schema.$defs ?? {})
    const isNullable = kinds.some((kind) => typesOf(kind).includes('null'))
    const rest = kinds.filter((kind) => typesOf(kind).join() !== 'null')
    return [
      {
        name,
        label: member.title ?? plain(name),
        description: member.description,
        unit: member['x-unit'],
        ifEmpty: member.default ?? undefined,
        isRequired: schema.required?.includes(name) === true,
        isNullable,
        shape: rest.length === 1 ? shapeOf(rest[0] as Schema, schema.$defs ?? {}) : { type: 'json' },
      },
    ]
  })
  return members.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

/** Whether a member that has to be there has no value. */
export const isMissing = ({ name, isRequired }: Member, values: Readonly<Record<string, unknown>>) =>
  isRequired && values[name] === undefined

type Definitions = Readonly<Record<string, Schema>>

/** A schema without its references: the ways in which a value may satisfy it. */
function alternatives(schema: Schema, definitions: Definitions): Schema[] {
  const named = schema.$ref === undefined ? undefined : definitions[schema.$ref.replace('#/$defs/', '')]
  if (named !== undefined) return alternatives(named, definitions)
  return schema.anyOf?.flatMap((each) => alternatives(each, definitions)) ?? [schema]
}

const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []))

function shapeOf(schema: Schema, definitions: Definitions): Shape {
  const type = typesOf(schema).find((each) => each !== 'null')
  if (type === 'integer' || type === 'number')
    return {
      type: 'number',
      isWhole: type === 'integer',
      least: schema.minimum ?? schema.exclusiveMinimum,
      most: (schema.maximum ?? Infinity) >= Number.MAX_SAFE_INTEGER ? undefined : schema.maximum,
    }
  if (type === 'boolean') return { type: 'flag' }
  if (type === 'string')
    return schema.enum === undefined ? { type: 'text' } : { type: 'choice', options: texts(schema) }
  if (type !== 'array' || schema.items === undefined) return { type: 'json' }
  const [item, ...others] = alternatives(schema.items, definitions)
  if (item === undefined || others.length > 0 || !typesOf(item).includes('string')) return { type: 'json' }
  return item.enum === undefined ? { type: 'texts' } : { type: 'choices', options: texts(item) }
}

const texts = (schema: Schema) => (schema.enum ?? []).filter((value) => typeof value === 'string')

/** A value of a member as people read it: `85 employees`, `Title, Description`. */
export function readable({ shape, unit }: Pick<Member, 'shape' | 'unit'>, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => readable({ shape, unit }, each)).join(', ')
  if (typeof value === 'string')
    return shape.type === 'choice' || shape.type === 'choices' ? plain(value) : value
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return unit === undefined ? text : `${text} ${unit}`
}

/** `minStartingHeadcount`, `pre_seed` and `c-suite` in words. */
export function plain(name: string): string {
  const text = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
