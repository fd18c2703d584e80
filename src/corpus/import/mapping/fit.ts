import { z } from 'zod'
import { closedValue } from '../../../lib/closed-value.ts'
import { parseNumber } from '../../../lib/number-text.ts'
import { holdsFoundingDate, findQuantity, findSynonyms, type QuantityName } from '../../records/index.ts'
import { type Fit, fitFoundingDate, fitMeasured, fitRange } from './fit-quantity.ts'

export interface FitOptions {
  /** Values are cells of a table: lists and objects are JSON, or lists of texts with `;` between them. */
  cells?: boolean
}

/** The member a fit is made for. */
interface FitPlace extends FitOptions {
  path: string
  /** The meaning of its numbers, if a form around them says so. */
  quantity?: QuantityName | undefined
}

/** Numbers to texts and texts to numbers, one value to a list of one, lists to one line where a map of texts is. */
export function makeFit(schema: z.ZodType, options: FitOptions = {}): Fit {
  return fitAt(schema, { ...options, path: '' })
}

function fitAt(schema: z.ZodType, place: FitPlace): Fit {
  const inner = unwrapSchema(schema)
  const quantity = quantityWithin(schema) ?? place.quantity
  const { path } = place
  if (isFoundingDate(schema)) return fitFoundingDate(path)
  if (inner instanceof z.ZodEnum) return fitEnum(inner)
  if (inner instanceof z.ZodString || inner instanceof z.ZodLiteral) return fitText
  if (inner instanceof z.ZodNumber) return quantity === undefined ? fitNumber : fitMeasured(quantity, path)
  if (inner instanceof z.ZodBoolean) return fitBoolean
  if (inner instanceof z.ZodArray) return fitList(inner, place)
  const cell = place.cells === true ? parsedJson : (value: unknown) => value
  if (inner instanceof z.ZodObject) {
    const members = fitObject(inner, { ...place, quantity })
    const whole = quantity === undefined ? members : fitRange(quantity, members, path)
    return (value, context) => whole(cell(value), context)
  }
  if (inner instanceof z.ZodRecord) {
    const entries = fitMap(inner, place)
    return (value, context) => entries(cell(value), context)
  }
  if (inner instanceof z.ZodUnion) return fitUnion(inner.options as z.ZodType[], { ...place, quantity })
  return cell
}

/** The form of the member that fits the value: a list, an object, or one value. */
function fitUnion(forms: readonly z.ZodType[], place: FitPlace): Fit {
  const inner = forms.map(unwrapSchema)
  const { quantity: _dollars, ...plainly } = place
  const fitFor = (form: z.ZodType | undefined, at: FitPlace): Fit =>
    form ? fitAt(form, at) : (value) => value
  const list = fitFor(
    inner.find((form) => form instanceof z.ZodArray),
    place,
  )
  // An amount beside its currency is no dollars yet.
  const object = fitFor(
    inner.find((form) => form instanceof z.ZodObject),
    plainly,
  )
  const plain = fitFor(
    inner.find((form) => !(form instanceof z.ZodArray) && !(form instanceof z.ZodObject)),
    place,
  )
  return (value, context) => {
    const isJson = place.cells === true && typeof value === 'string' && /^[[{]/.test(value)
    const parsed = isJson ? parsedJson(value) : value
    if (Array.isArray(parsed)) return list(parsed, context)
    return typeof parsed === 'object' && parsed !== null ? object(parsed, context) : plain(parsed, context)
  }
}

/** The schema of what may be given for a member: without `optional`, `nullable`, defaults and what becomes of it. */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  let inner = schema
  for (let next = unwrapOnce(inner); next !== undefined; next = unwrapOnce(inner)) inner = next
  return inner
}

function unwrapOnce(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.unwrap() as z.ZodType
  return schema instanceof z.ZodPipe ? (schema.in as z.ZodType) : undefined
}

/** Metadata of a schema or of the one it wraps. */
export function quantityWithin(schema: z.ZodType): QuantityName | undefined {
  for (let inner: z.ZodType | undefined = schema; inner !== undefined; inner = unwrapOnce(inner)) {
    const quantity = findQuantity(inner)
    if (quantity !== undefined) return quantity
  }
  return undefined
}

function isFoundingDate(schema: z.ZodType): boolean {
  for (let inner: z.ZodType | undefined = schema; inner !== undefined; inner = unwrapOnce(inner))
    if (holdsFoundingDate(inner)) return true
  return false
}

/** Another way of writing a value of a closed list is that value. */
function fitEnum(schema: z.ZodEnum): Fit {
  const values = schema.options.map(String)
  const synonyms = Object.entries(findSynonyms(schema))
  const words = synonyms.flatMap(([, others]) => others)
  const meant = new Map(synonyms.flatMap(([value, others]) => others.map((other) => [other, value])))
  return (value) => {
    const text = fitText(value)
    if (typeof text !== 'string') return text
    return closedValue(values, text) ?? meant.get(closedValue(words, text) ?? '') ?? text
  }
}

function fitText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.length === 1 ? fitText(value[0]) : value
}

function fitNumber(value: unknown): unknown {
  return typeof value === 'string' ? (parseNumber(value) ?? value) : value
}

function fitBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.toLowerCase()
  if (text === 'true') return true
  return text === 'false' ? false : value
}

function fitList(schema: z.ZodArray, place: FitPlace): Fit {
  const element = unwrapSchema(schema.element as z.ZodType)
  const fit = fitAt(schema.element as z.ZodType, {
    path: `${place.path}[]`,
    quantity: place.quantity,
  })
  const ofTexts = element instanceof z.ZodString || element instanceof z.ZodEnum
  return (value, context) => {
    const cells = place.cells === true && typeof value === 'string' ? cellList(value, ofTexts) : value
    return (Array.isArray(cells) ? cells : [cells]).map((entry) => fit(entry, context))
  }
}

function cellList(text: string, ofTexts: boolean): unknown {
  if (text.startsWith('[') || !ofTexts) return parsedJson(text)
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Members left out are unknown: those an entry must have become null, where the schema allows it. */
function fitObject(schema: z.ZodObject, place: FitPlace): Fit {
  const members = Object.entries(schema.shape) as [string, z.ZodType][]
  const at = (key: string): FitPlace => ({
    ...place,
    path: place.path === '' ? key : `${place.path}.${key}`,
  })
  const fits = new Map(members.map(([key, member]) => [key, fitAt(member, at(key))]))
  const due = members.filter(([, member]) => member instanceof z.ZodNullable).map(([key]) => key)
  return (value, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fitted: Record<string, unknown> = {}
    for (const key of due) fitted[key] = null
    for (const [key, member] of Object.entries(value)) {
      const fit = member === null || member === undefined ? undefined : fits.get(key)
      const fittedMember = fit ? fit(member, context) : member
      if (fittedMember !== undefined || member === undefined) fitted[key] = fittedMember
    }
    return fitted
  }
}

function fitMap(schema: z.ZodRecord, { path }: FitPlace): Fit {
  const entry = unwrapSchema(schema.valueType as z.ZodType)
  const fit = fitAt(entry, { path: `${path}.*` })
  const isText = entry instanceof z.ZodString
  return (value, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        isText && Array.isArray(member) ? member.join(', ') : fit(member, context),
      ]),
    )
  }
}

function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
