import type { Tool } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../../operation/index.ts'
import type { Json } from '../openapi/index.ts'
import { isControl } from './controls.ts'
import { formText, memberForms, findTarget } from './form-text.ts'
import { firstSentence } from './short-schema.ts'
import { makeAnnotations, makeInput, makeOutput } from './tool.ts'

/** A larger member is described in one tool only; other tools that take it refer to that tool. */
const largeMember = 2_000
/** The most bytes for the form of a member, and for each member of a large one. */
const formLetters = 200
const partLetters = 90
const sentenceLetters = 140
/** A model reads all descriptions with every question. */
const descriptionLetters = 230

/**
 * Tools that are read together: short, each large member described once, and no description mentions a tool outside the set.
 */
export function fewTools(
  operations: readonly AnyOperation[],
  { absent }: { absent: ReadonlySet<string> },
): Tool[] {
  const inputs = new Map(operations.map((operation) => [operation.id, makeInput(operation)]))
  const tellers = findTellers([...operations].sort(readsFirst).map(({ id }) => [id, inputs.get(id) as Json]))
  return operations.map((operation) => {
    const input = shortInput(operation.id, inputs.get(operation.id) as Json, tellers)
    const tool = {
      name: operation.id,
      title: operation.summary,
      description: writeDescription(operation, absent),
      inputSchema: input as Tool['inputSchema'],
      ...makeOutput(operation, 1),
      annotations: pickHints(operation),
    }
    return withoutAbsent(tool, absent) as Tool
  })
}

/** Tools that only read come first, for careful clients. */
const readsFirst = (one: AnyOperation, two: AnyOperation) =>
  Number(two.effect === 'reads') - Number(one.effect === 'reads')

/** Hints that differ from the protocol's defaults. */
function pickHints(operation: AnyOperation): NonNullable<Tool['annotations']> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = makeAnnotations(operation)
  return {
    ...(readOnlyHint === true ? { readOnlyHint } : {}),
    ...(destructiveHint === false && readOnlyHint !== true ? { destructiveHint } : {}),
    ...(idempotentHint === true ? { idempotentHint } : {}),
    ...(openWorldHint === false ? { openWorldHint } : {}),
  }
}

/** Where a large member is described. */
type Tellers = ReadonlyMap<string, { id: string; member: string }>

/** The first tool that takes a large member describes it. */
function findTellers(inputs: readonly [string, Json][]): Tellers {
  const tellers = new Map<string, { id: string; member: string }>()
  for (const [id, input] of inputs)
    for (const [member, schema] of listMembers(input)) {
      const key = makeKey(schema, readDefinitions(input))
      if (key.length >= largeMember && !tellers.has(key)) tellers.set(key, { id, member })
    }
  return tellers
}

const listMembers = (input: Json) => Object.entries(input['properties'] ?? {}) as [string, Json][]
const readDefinitions = (input: Json) => (input['$defs'] ?? {}) as Record<string, Json>

/** Two members count as the same when they differ only in their descriptions or in whether null is allowed. */
function makeKey(schema: Json, definitions: Record<string, Json>): string {
  const { description: _description, default: _default, ...rest } = wanted(schema, definitions)
  return JSON.stringify(rest)
}

/** The schema of a member without null. */
function wanted(schema: Json, definitions: Record<string, Json>): Json {
  const { anyOf, description, ...rest } = schema
  const [only, ...others] = (anyOf as Json[] | undefined)?.filter(({ type }) => type !== 'null') ?? []
  const single = only !== undefined && others.length === 0 ? { ...only, ...rest } : schema
  const target = findTarget(single, definitions)
  return description === undefined ? target : { ...target, description }
}

/** Members of many operations that are seldom wanted. They are still accepted, and described on the operation's page. */
const besides = new Set(['includeProvenance', 'clientReferenceId', 'clientReferenceIds', 'maxAgeDays'])

/** Alternative names for clients of other services; agents need only one name. */
const isOtherName = (description: unknown) =>
  typeof description === 'string' && description.startsWith('Another name of ')

function shortInput(id: string, input: Json, tellers: Tellers): Json {
  const definitions = readDefinitions(input)
  const members = listMembers(input)
    .filter(([name, { description }]) => !besides.has(name) && !isOtherName(description))
    .map(([name, schema]): [string, Json] => {
      const member = wanted(schema, definitions)
      const teller = tellers.get(makeKey(schema, definitions))
      if (teller === undefined) return [name, shortMember(member, { name, definitions })]
      if (teller.id !== id)
        return [name, reference(member, `Takes what ${teller.member} of ${teller.id} takes.`)]
      if (teller.member !== name) return [name, reference(member, `Takes what ${teller.member} takes.`)]
      return [name, describeMember(member, definitions)]
    })
  const { required } = input
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required === undefined ? {} : { required }),
  }
}

const pickType = ({ type }: Json): Json => (type === undefined ? {} : { type })

/** The first sentence of its description, cut short when it is a long list. */
function ownSentence({ description }: Json): string {
  if (typeof description !== 'string') return ''
  const sentence = firstSentence(description)
  const end = sentence.length > sentenceLetters ? sentence.lastIndexOf(';', sentenceLetters) : -1
  return end > 0 ? `${sentence.slice(0, end)}; … ` : `${sentence} `
}

const reference = (member: Json, place: string): Json => ({
  ...pickType(member),
  description: `${ownSentence(member)}${place}`,
})

function describeMember(member: Json, definitions: Record<string, Json>): Json {
  const isList = member['type'] === 'array'
  const form = isList
    ? formText(member, definitions, partLetters)
    : memberForms(member, definitions, partLetters)
  return { ...pickType(member), description: `${ownSentence(member)}\n${form}` }
}

/** Bounds that are checked at the call anyway, and sentences about leaving the member out. */
const bounds = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'description', 'items'])

function shortMember(
  member: Json,
  { name, definitions }: { name: string; definitions: Record<string, Json> },
): Json {
  // The instructions of the server describe these once for all tools.
  if (isControl(name)) return pickType(member)
  const { type, items } = member as { type?: string; items?: Json }
  const sentence = ownSentence(member).trimEnd()
  const text = (more: string) => {
    const description = [sentence, more].filter((part) => part !== '').join(' ')
    return description === '' ? {} : { description }
  }
  if (isPlain(member)) {
    const plain = Object.entries(member).filter(([key, value]) => !bounds.has(key) && !isNothing(key, value))
    return { ...Object.fromEntries(plain), ...text('') }
  }
  if (type === 'array' && items !== undefined && isPlain(items) && items['enum'] === undefined)
    return { type, items: pickType(items), ...text('') }
  return { ...pickType(member), ...text(formText(member, definitions, formLetters)) }
}

const plainTypes = new Set<unknown>(['string', 'number', 'integer', 'boolean'])
const isPlain = ({ type }: Json) => plainTypes.has(type)
const isNothing = (key: string, value: unknown) => key === 'default' && (value === false || value === null)

function writeDescription(operation: AnyOperation, absent: ReadonlySet<string>): string {
  const sentences = present(operation.describe, absent)
  let text = ''
  for (const sentence of sentences) {
    if (text !== '' && text.length + sentence.length > descriptionLetters) break
    text += `${sentence} `
  }
  return `${text}Price: ${firstSentence(operation.price.describe)}`
}

/** Descriptions without the sentences that refer to operations missing here. */
function withoutAbsent(value: unknown, absent: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutAbsent(item, absent))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'description' && typeof member === 'string' && namesAny(member, absent)
      ? present(member, absent).join(' ')
      : withoutAbsent(member, absent),
  ])
  return Object.fromEntries(members)
}

const present = (text: string, absent: ReadonlySet<string>): string[] =>
  text.split(/(?<=\.)\s+(?=[A-Z`])/).filter((sentence) => !namesAny(sentence, absent))

const namesAny = (sentence: string, names: ReadonlySet<string>) =>
  sentence.match(/[A-Za-z]\w+/g)?.some((word) => names.has(word)) === true
