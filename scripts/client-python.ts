/**
 * Writes what the Python client is made of: `node scripts/client-python.ts`. A TypedDict for each object, named by its place,
 * and a method for each operation, once plain and once async.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../client/src/job-table.ts'
import { readOperations, type OperationEntry } from './client-operations.ts'
import { writeOperations } from './client.ts'

type Json = Record<string, unknown>

const folder = join(import.meta.dirname, '../clients/python/almanac_client/generated')
const heading = `# Written by scripts/client-python.ts.
from __future__ import annotations
`

export async function writePython(document: Json): Promise<void> {
  const entries = readOperations(document)
  const { models, inputs, outputs, demanding, rowTypes } = writeModels(document, entries)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '__init__.py'), '')
  await writeFile(
    join(folder, 'operations.json'),
    JSON.stringify(Object.fromEntries(entries.map((each) => [each.id, each]))),
  )
  await writeFile(join(folder, 'jobs.json'), JSON.stringify(await readJobs(document)))
  await writeFile(
    join(folder, 'models.py'),
    `${heading}\nfrom typing import Any, Literal, NotRequired, TypedDict, Union\n\n${models.join('\n')}\n`,
  )
  const types = { inputs, outputs, demanding, rowTypes }
  await writeFile(
    join(folder, 'methods.py'),
    `# mypy: disable-error-code=no-any-return
${heading}
from typing import Any, AsyncIterator, Awaitable, Iterator, Literal, Union

from ..answer import Answer, Options
from . import models as m


${writeClass('Methods', entries, types)}

${writeClass('AsyncMethods', entries, types)}`,
  )
}

/** How each job is followed, by its start. `ask` names, for each member of the poll, the one that it is taken from. */
async function readJobs(document: Json): Promise<Json> {
  await writeOperations(document)
  const jobs = await import('../client/src/job-table.ts')
  const names = new Proxy({}, { get: (_, name) => name })
  const forms = Object.values<Job>(jobs as unknown as Record<string, Job>)
  return Object.fromEntries(
    forms.map(({ start, poll, cancel, costIn, ask }) => [
      start.id,
      {
        poll: poll.id,
        ...(cancel !== undefined && { cancel: cancel.id }),
        costIn,
        // The start says it, or what it was asked with: one name in either.
        ask: ask(names as never, names as never),
      },
    ]),
  )
}

interface Types {
  inputs: Map<string, string>
  outputs: Map<string, string>
  /** Operations whose input has a member that is required. */
  demanding: Set<string>
  /** Type of the rows of a list, by operation and list. */
  rowTypes: Map<string, string>
}

function writeModels(document: Json, entries: readonly OperationEntry[]): Types & { models: string[] } {
  const schemas = (document['components'] as { schemas: Record<string, Json> }).schemas
  const writer = modelWriter(schemas)
  const types: Types = { inputs: new Map(), outputs: new Map(), demanding: new Set(), rowTypes: new Map() }
  for (const entry of entries) {
    const operation = (document['paths'] as Record<string, Record<string, Json>>)[entry.path]?.[
      entry.method.toLowerCase()
    ] as Json
    const name = pascal(entry.id)
    const input = inputOf(operation)
    types.inputs.set(entry.id, writer.object(`${name}Input`, input))
    if ((input['required'] as string[]).length > 0) types.demanding.add(entry.id)
    const output = outputOf(operation, schemas)
    types.outputs.set(entry.id, output === undefined ? 'str' : writer.type(output, `${name}Output`))
    for (const list of entry.page?.lists ?? []) {
      const rows = writer.member(output, list)
      if (rows !== undefined)
        types.rowTypes.set(`${entry.id} ${list}`, writer.type(rows, `${name}${pascal(list)}Row`))
    }
  }
  return { ...types, models: writer.models }
}

/** Members of path, query and body as one object. */
function inputOf(operation: Json): Json {
  const parameters = ((operation['parameters'] ?? []) as Json[]).filter(
    ({ in: place }) => place === 'path' || place === 'query',
  )
  const content = ((operation['requestBody'] ?? {}) as Json)['content'] as Record<string, Json> | undefined
  const body = (content?.['application/json']?.['schema'] ?? {}) as Json
  const { apiKey: _, ...members } = (body['properties'] ?? {}) as Json
  return {
    properties: { ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])), ...members },
    required: [
      ...parameters.filter(({ required }) => required === true).map(({ name }) => name),
      ...((body['required'] ?? []) as string[]),
    ],
  }
}

function outputOf(operation: Json, schemas: Record<string, Json>): Json | undefined {
  const success = (operation['responses'] as Record<string, Json>)['200'] ?? {}
  const body = (success['content'] as Record<string, Json> | undefined)?.['application/json']
  if (body === undefined) return undefined
  const schema = follow(body['schema'] as Json, schemas)
  return (((schema['properties'] ?? {}) as Json)['output'] as Json | undefined) ?? (body['schema'] as Json)
}

function follow(schema: Json, schemas: Record<string, Json>): Json {
  const reference = schema['$ref']
  return typeof reference === 'string' ? (schemas[reference.split('/').at(-1) ?? ''] ?? {}) : schema
}

/** Python types of schemas; objects become models, each once by its name. */
function modelWriter(schemas: Record<string, Json>) {
  const models: string[] = []
  const written = new Set<string>()

  const object = (name: string, schema: Json): string => {
    if (written.has(name)) return `'${name}'`
    written.add(name)
    const required = new Set((schema['required'] ?? []) as string[])
    const lines = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(
      ([member, value]) => {
        const own = type(value, `${name}${pascal(member)}`)
        return `    ${JSON.stringify(member)}: ${required.has(member) ? own : `NotRequired[${own}]`},`
      },
    )
    // Written as a call: members may be called `from` or `as`.
    models.push(`${name} = TypedDict("${name}", {\n${lines.join('\n')}\n})\n`)
    return `'${name}'`
  }

  const union = (options: readonly Json[], name: string): string => {
    const each = new Set(
      options.map((option, index) => type(option, index === 0 ? name : `${name}${index + 1}`)),
    )
    return each.size === 1 ? ([...each][0] as string) : `Union[${[...each].join(', ')}]`
  }

  const type = (schema: Json, name: string): string => {
    const { $ref: reference, enum: values, const: value, anyOf, oneOf, type: sort } = schema
    if (typeof reference === 'string') {
      const own = reference.split('/').at(-1) ?? ''
      return type({ ...schemas[own] }, own)
    }
    if (Array.isArray(values)) return `Literal[${values.map(literal).join(', ')}]`
    if (value !== undefined) return `Literal[${literal(value)}]`
    const options = (anyOf ?? oneOf) as Json[] | undefined
    if (options !== undefined) return union(options, name)
    if (Array.isArray(sort))
      return union(
        (sort as string[]).map((each) => ({ ...schema, type: each })),
        name,
      )
    if (sort === 'array') return `list[${type((schema['items'] ?? {}) as Json, `${name}Item`)}]`
    if (sort !== 'object') return scalars[sort as string] ?? 'Any'
    return schema['properties'] === undefined ? 'dict[str, Any]' : object(name, schema)
  }

  const member = (schema: Json | undefined, list: string): Json | undefined => {
    if (schema === undefined) return undefined
    const whole = follow(schema, schemas)
    const options = ((whole['anyOf'] ?? whole['oneOf'] ?? []) as Json[]).map((each) => member(each, list))
    const own = ((whole['properties'] ?? {}) as Record<string, Json>)[list]
    const rows = own === undefined ? options.find((each) => each !== undefined) : follow(own, schemas)
    const array = ((rows?.['anyOf'] ?? []) as Json[]).find((each) => each['type'] === 'array') ?? rows
    return array?.['type'] === 'array' || Array.isArray(array?.['type'])
      ? ((array['items'] ?? {}) as Json)
      : array
  }
  return { models, object, type, member }
}

const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Python has no fractions in Literal. */
const literal = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value)

function writeClass(name: string, entries: readonly OperationEntry[], types: Types): string {
  const isAsync = name.startsWith('Async')
  const answered = (type: string) => (isAsync ? `Awaitable[Answer[${type}]]` : `Answer[${type}]`)
  const named = (type: string | undefined) => (type ?? 'Any').replaceAll(/'(\w+)'/g, 'm.$1')
  const methods = entries.flatMap((entry) => {
    const { id, page } = entry
    const input = `input: ${named(types.inputs.get(id))}${types.demanding.has(id) ? '' : ' = {}'}`
    const method = (own: string, answer: string, call: string) =>
      `    def ${own}(self, ${input}, options: Options = Options()) -> ${answer}:\n        return self.${call}`
    return [
      method(snake(id), answered(named(types.outputs.get(id))), `_call("${id}", input, options)`),
      ...(page?.lists ?? []).map((list, _, { length }) =>
        method(
          `${snake(id)}_${length === 1 ? 'rows' : snake(list)}`,
          `${isAsync ? 'AsyncIterator' : 'Iterator'}[${named(types.rowTypes.get(`${id} ${list}`))}]`,
          `_rows("${id}", input, options, "${list}")`,
        ),
      ),
    ]
  })
  return `class ${name}:
    def _call(self, id: str, input: Any, options: Options) -> Any:
        raise NotImplementedError

    def _rows(self, id: str, input: Any, options: Options, of: str) -> Any:
        raise NotImplementedError

${methods.join('\n\n')}
`
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/\W/g, '')

/** `companySearch` -> `company_search` */
const snake = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

if (import.meta.main) {
  const { discoverRegistry } = await import('../src/capabilities/discover.ts')
  const { openApiDocument } = await import('../src/surfaces/openapi/index.ts')
  await writePython(openApiDocument(await discoverRegistry(), { server: 'http://localhost' }))
}
