import type { Step } from './notation.ts'

/** What the comparison reads of a schema in the OpenAPI document. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  default?: unknown
}

/** The schemas a place may have, and whether each of them may be left out there. */
export interface Place {
  schemas: JsonSchema[]
  /** That some object around it is complete without it. */
  isOptional: boolean
  /** A branch of what the member may be: there or not with it. */
  isBranch?: boolean
}

/** Finds places of a document by the steps of the contract. */
export class JsonPlaces {
  readonly #components: Record<string, JsonSchema>

  constructor(components: Record<string, JsonSchema>) {
    this.#components = components
  }

  /** Undefined where there is no such member. */
  at(schema: JsonSchema, steps: readonly Step[]): Place | undefined {
    let place: Place | undefined = { schemas: this.#alternatives(schema), isOptional: false }
    for (const step of steps) {
      place = this.#step(place, step)
      if (!place) return undefined
    }
    return place
  }

  #step({ schemas, isOptional }: Place, step: Step): Place | undefined {
    if (step.kind === 'branch') {
      const branches = schemas.filter((schema) => this.#isBranch(schema, step))
      return branches.length === 0 ? undefined : { schemas: branches, isOptional, isBranch: true }
    }
    if (step.kind === 'item') return this.#inside(schemas.map(({ items }) => items))
    if (step.kind === 'key') return this.#inside(schemas.map(keyed))
    const owners = schemas.filter(({ properties }) => properties && Object.hasOwn(properties, step.name))
    if (owners.length === 0) return this.#inside(schemas.map(keyed), true)
    const found = this.#inside(owners.map(({ properties }) => properties?.[step.name]))
    return (
      found && { ...found, isOptional: owners.some(({ required = [] }) => !required.includes(step.name)) }
    )
  }

  #inside(schemas: (JsonSchema | undefined)[], isOptional = false): Place | undefined {
    return placeOf(
      schemas.flatMap((schema) => (schema ? this.#alternatives(schema) : [])),
      isOptional,
    )
  }

  #isBranch(schema: JsonSchema, { tag, value }: { tag: string; value: string }): boolean {
    const member = schema.properties?.[tag]
    return member !== undefined && this.#alternatives(member).some((each) => accepts(each, value))
  }

  /** The schema without references and unions. What stands beside a union (a default) goes with each of its branches. */
  #alternatives(schema: JsonSchema): JsonSchema[] {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.slice('#/components/schemas/'.length)
      const target = this.#components[name]
      if (!target) throw new Error(`No schema ${schema.$ref}`)
      return this.#alternatives(target).map((each) => withDefault(each, schema))
    }
    const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
    if (branches)
      return branches.flatMap((each) => this.#alternatives(each)).map((each) => withDefault(each, schema))
    return [schema]
  }
}

const placeOf = (schemas: JsonSchema[], isOptional: boolean): Place | undefined =>
  schemas.length === 0 ? undefined : { schemas, isOptional }

const keyed = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

const withDefault = (schema: JsonSchema, around: JsonSchema): JsonSchema =>
  around.default === undefined ? schema : { ...schema, default: around.default }

/** The values of a schema, as text; undefined where any will do. */
export function valuesOf(schema: JsonSchema): string[] | undefined {
  if (schema.const !== undefined) return [String(schema.const)]
  return schema.enum?.filter((value) => value !== null).map(String)
}

function accepts(schema: JsonSchema, value: string): boolean {
  const values = valuesOf(schema)
  const isFlag = value === 'True' || value === 'False'
  return values ? values.includes(value) : typesOf(schema).includes(isFlag ? 'boolean' : 'string')
}

/** The types of a schema; `any` where it has none. */
export function typesOf(schema: JsonSchema): string[] {
  if (schema.type !== undefined) return [schema.type].flat()
  if (schema.const === null) return ['null']
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return values ? [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))] : ['any']
}
