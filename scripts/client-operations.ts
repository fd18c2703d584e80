/** The table of operations that the clients call by, read from the OpenAPI document. */

type Json = Record<string, unknown>

/** How an operation continues: the member that asks for a page, the one that names the next, and the lists it brings. */
export interface PageForm {
  ask: string
  next: string
  lists: string[]
}

/** What a client has to know of an operation besides its types; members that are false or empty are left out. */
export interface OperationEntry {
  id: string
  method: string
  path: string
  access?: 'public' | 'operator'
  /** May cost credits. */
  isPriced?: true
  /** Sending it twice has the effect of sending it once, but for what it costs. */
  isRepeatable?: true
  takesKey?: true
  takesDryRun?: true
  /** Members that go into the query beside a body. */
  query?: string[]
  /** Media types of the file that is its body, the usual one first. */
  file?: string[]
  page?: PageForm
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Lists beside the rows: what was looked at, left out or said about them, or the same rows by another name. */
const beside = new Set(
  'provenance warnings notices notUnderstood similarities sources airports brands leftOut jobChangesLists'.split(
    ' ',
  ),
)

const asks = ['cursor', 'after', 'nextPageToken', 'pageToken']
const nexts = ['nextCursor', 'nextPageToken']

/** Every operation of a document, in its order. */
export function readOperations(document: Json): OperationEntry[] {
  const follow = (value: unknown): Json => resolve(document, value)
  return Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Json | undefined
      return operation === undefined ? [] : [readOperation({ path, method, operation, follow })]
    }),
  )
}

interface Place {
  path: string
  method: string
  operation: Json
  follow(value: unknown): Json
}

function readOperation({ path, method, operation, follow }: Place): OperationEntry {
  const parameters = ((operation['parameters'] ?? []) as unknown[]).map(follow)
  const inQuery = namesOf(parameters, 'query')
  const headers = namesOf(parameters, 'header')
  const content = (follow(operation['requestBody'] ?? {})['content'] ?? {}) as Record<string, Json>
  const body = content['application/json']
  const file = body === undefined ? Object.keys(content) : []
  const inBody = body === undefined ? {} : membersOf(body['schema'], follow)
  const page = findPage([...inQuery, ...Object.keys(inBody)], answerOf(operation, follow), follow)
  const access = accessOf(operation)
  const price = operation['x-price'] as { kind?: string } | undefined
  return {
    id: operation['operationId'] as string,
    method: method.toUpperCase(),
    path,
    ...(access === undefined ? {} : { access }),
    ...(price !== undefined && price.kind !== 'free' ? { isPriced: true as const } : {}),
    ...(operation['x-repeatable'] === false ? {} : { isRepeatable: true as const }),
    ...(headers.includes('Idempotency-Key') ? { takesKey: true as const } : {}),
    ...(headers.includes('X-Dry-Run') ? { takesDryRun: true as const } : {}),
    ...(method !== 'get' && inQuery.length > 0 ? { query: inQuery } : {}),
    ...(file.length > 0 ? { file } : {}),
    ...(page === undefined ? {} : { page }),
  }
}

const namesOf = (parameters: readonly Json[], place: string) =>
  parameters.filter((each) => each['in'] === place).map((each) => each['name'] as string)

/** Documents of the service and operations for anybody demand nothing. */
function accessOf({ security }: Json): OperationEntry['access'] {
  const ways = (security ?? []) as Json[]
  if (ways.length === 0) return 'public'
  return ways.some((way) => 'OperatorToken' in way) ? 'operator' : undefined
}

function answerOf(operation: Json, follow: Place['follow']): Record<string, unknown> {
  const success = follow((operation['responses'] as Json)['200'] ?? {})
  const body = (success['content'] as Record<string, Json> | undefined)?.['application/json']
  const members = body === undefined ? {} : membersOf(body['schema'], follow)
  return 'output' in members ? membersOf(members['output'], follow) : members
}

function findPage(
  members: readonly string[],
  answer: Record<string, unknown>,
  follow: Place['follow'],
): PageForm | undefined {
  const ask = asks.find((name) => members.includes(name))
  // A token of the request continues with the token of the answer, a cursor with the cursor.
  const next = (ask?.endsWith('Token') === true ? nexts.toReversed() : nexts).find((name) => name in answer)
  if (ask === undefined || next === undefined) return undefined
  const all = Object.keys(answer).filter((name) => !beside.has(name) && isList(answer[name], follow))
  const named = all.filter((name) => name !== 'data')
  return { ask, next, lists: named.length > 0 ? named : all }
}

function isList(schema: unknown, follow: Place['follow']): boolean {
  const { type, anyOf } = follow(schema)
  if (Array.isArray(anyOf)) return anyOf.some((option) => isList(option, follow))
  return type === 'array' || (Array.isArray(type) && type.includes('array'))
}

function membersOf(schema: unknown, follow: Place['follow']): Record<string, unknown> {
  const whole = follow(schema)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (whole[name] ?? []) as unknown[])
  return Object.assign({}, whole['properties'], ...parts.map((part) => membersOf(part, follow))) as Json
}

function resolve(document: Json, value: unknown): Json {
  let current = value as Json
  while (typeof current['$ref'] === 'string') {
    const steps = current['$ref'].split('/').slice(1)
    current = steps.reduce<Json>(
      (at, step) => at[step.replaceAll('~1', '/').replaceAll('~0', '~')] as Json,
      document,
    )
  }
  return current
}
