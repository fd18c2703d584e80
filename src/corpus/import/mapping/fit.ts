import { z } from 'zod'
import { parseNumber } from './parse-number.ts'

/** Brings a value into the type its member has, where that loses nothing; the schema refuses the rest. */
export type Fit = (value: unknown) => unknown

export interface FitOptions {
  /** Values are cells of a table: lists and objects are JSON, or lists of texts with `;` between them. */
  cells?: boolean
}

/** Numbers to texts and texts to numbers, one value to a list of one, lists to one line where a map of texts is. */
export function fitOf(schema: z.ZodType, options: FitOptions = {}): Fit {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral)
    return fitText
  if (inner instanceof z.ZodNumber) return fitNumber
  if (inner instanceof z.ZodBoolean) return fitBoolean
  if (inner instanceof z.ZodArray) return fitList(inner, options)
  const cell = options.cells === true ? parsedJson : (value: unknown) => value
  if (inner instanceof z.ZodObject) {
    const members = fitObject(inner, options)
    return (value) => members(cell(value))
  }
  if (inner instanceof z.ZodRecord) {
    const entries = fitMap(inner)
    return (value) => entries(cell(value))
  }
  if (inner instanceof z.ZodUnion) return fitUnion(inner.options as z.ZodType[], options)
  return cell
}

/** Of the forms a member has, that of the value: a list, an object, or one value. */
function fitUnion(forms: readonly z.ZodType[], options: FitOptions): Fit {
  const inner = forms.map(unwrapped)
  const fitFor = (form: z.ZodType | undefined): Fit => (form ? fitOf(form, options) : (value) => value)
  const list = fitFor(inner.find((form) => form instanceof z.ZodArray))
  const object = fitFor(inner.find((form) => form instanceof z.ZodObject))
  const plain = fitFor(inner.find((form) => !(form instanceof z.ZodArray) && !(form instanceof z.ZodObject)))
  return (value) => {
    const isJson = options.cells === true && typeof value === 'string' && /^[[{]/.test(value)
    const given = isJson ? parsedJson(value) : value
    if (Array.isArray(given)) return list(given)
    return typeof given === 'object' && given !== null ? object(given) : plain(given)
  }
}

/** The schema of what may be given for a member: without `optional`, `nullable`, defaults and what becomes of it. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  let inner = schema
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
      inner = inner.unwrap() as z.ZodType
    else if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType
    else return inner
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
  return text === 'true' ? true : text === 'false' ? false : value
}

function fitList(schema: z.ZodArray, options: FitOptions): Fit {
  const element = unwrapped(schema.element as z.ZodType)
  const fit = fitOf(element)
  const ofTexts = element instanceof z.ZodString || element instanceof z.ZodEnum
  return (value) => {
    const given = options.cells === true && typeof value === 'string' ? cellList(value, ofTexts) : value
    return (Array.isArray(given) ? given : [given]).map(fit)
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
function fitObject(schema: z.ZodObject, options: FitOptions): Fit {
  const members = Object.entries(schema.shape) as [string, z.ZodType][]
  const fits = new Map(members.map(([key, member]) => [key, fitOf(member, options)]))
  const due = members.filter(([, member]) => member instanceof z.ZodNullable).map(([key]) => key)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fitted: Record<string, unknown> = {}
    for (const key of due) fitted[key] = null
    for (const [key, member] of Object.entries(value)) {
      const fit = member === null || member === undefined ? undefined : fits.get(key)
      fitted[key] = fit ? fit(member) : member
    }
    return fitted
  }
}

function fitMap(schema: z.ZodRecord): Fit {
  const entry = unwrapped(schema.valueType as z.ZodType)
  const fit = fitOf(entry)
  const isText = entry instanceof z.ZodString
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        isText && Array.isArray(member) ? member.join(', ') : fit(member),
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
