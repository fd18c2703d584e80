import { z } from 'zod'
import { Failure, readTextMembers, type AnyOperation } from '../../operation/index.ts'
import { isPriced, takesDryRun, takesIdempotencyKey, type Json } from '../openapi/index.ts'
import { chosenArgument, chosenMembers, chosenSchema, takesChosen, type Chosen } from './chosen-members.ts'

/** A tool argument that is a header in HTTP. */
interface Control {
  name: string
  header: string
  schema: Json
  isTakenBy(operation: AnyOperation): boolean
  /** The header's text; undefined for an invalid value. */
  toText(value: unknown): string | undefined
}

const controls: readonly Control[] = [
  {
    name: 'dryRun',
    header: 'x-dry-run',
    schema: {
      type: 'boolean',
      description: 'true: check the call and answer the most it can cost. Nothing runs, nothing is charged.',
    },
    isTakenBy: (operation) => isPriced(operation) && takesDryRun(operation),
    toText: (value) => (typeof value === 'boolean' ? String(Number(value)) : undefined),
  },
  {
    name: 'maxCredits',
    header: 'x-max-credits',
    schema: { type: 'number', minimum: 0, description: 'Refuse the call when it may cost more than this.' },
    isTakenBy: isPriced,
    toText: (value) => (typeof value === 'number' && value >= 0 ? decimal(value) : undefined),
  },
  {
    name: 'idempotencyKey',
    header: 'idempotency-key',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'Names an act to be done once. A repeated call with it gets the first answer again and is charged once.',
    },
    isTakenBy: takesIdempotencyKey,
    toText: (value) => (typeof value === 'string' ? value : undefined),
  },
]

/** Credits have three decimals; the header's own check refuses finer values. */
const decimal = (value: number) => (Number.isInteger(value) ? value.toFixed(0) : String(value))

/** The controls an operation's tool accepts, except those whose name is a member of the operation. */
const listControls = (operation: AnyOperation) =>
  controls.filter((control) => !(control.name in operation.input.shape) && control.isTakenBy(operation))

/** Whether an argument of this name means the same in every tool. */
export const isControl = (name: string): boolean => controls.some((control) => control.name === name)

/** Their schemas by name. */
export function controlSchemas(operation: AnyOperation): Record<string, Json> {
  const ofHeaders = Object.fromEntries(listControls(operation).map(({ name, schema }) => [name, schema]))
  return { ...chosenSchema(operation), ...ofHeaders }
}

/** A file that an operation takes, as an argument. */
export const fileArgument = 'fileText'

export interface CallParts {
  members: Record<string, unknown>
  /** By name in lower case. */
  headers: Record<string, string>
  file?: string
  /** Which members of records to answer. */
  chosen: Chosen
}

/** Splits the arguments of a call. Throws a Failure for a value that no header could have. */
export function callParts(operation: AnyOperation, callArguments: Record<string, unknown>): CallParts {
  if (callArguments['apiKey'] !== undefined)
    throw invalid('apiKey', 'The client sends the key; never put it in a call.')
  const members = withTextRead(operation, callArguments)
  const chosen = chosenMembers(operation, members)
  if (takesChosen(operation)) delete members[chosenArgument]
  const headers: Record<string, string> = {}
  for (const { name, header, toText } of listControls(operation)) {
    const value = members[name] ?? undefined
    delete members[name]
    if (value === undefined) continue
    const text = toText(value)
    if (text === undefined) throw invalid(name, `${name} has another type.`)
    headers[header] = text
  }
  refuseIdle(operation, members)
  const file = members[fileArgument]
  if (operation.file === undefined || file === undefined) return { members, headers, chosen }
  if (typeof file !== 'string') throw invalid(fileArgument, 'Expected text.')
  delete members[fileArgument]
  return { members, headers, file, chosen }
}

/** A model that passes `dryRun` to an operation without it would believe that nothing runs. */
function refuseIdle(operation: AnyOperation, members: Record<string, unknown>): void {
  for (const { name } of controls) {
    if (name in operation.input.shape || !(name in members)) continue
    if ((members[name] ?? undefined) !== undefined) {
      const reason = isPriced(operation) ? 'takes' : 'is free and takes'
      throw invalid(name, `${operation.id} ${reason} no ${name}: leave it out.`)
    }
    delete members[name]
  }
}

/** Types of the arguments that are not members of the operation. */
const argumentTypes = z.object({
  dryRun: z.boolean(),
  maxCredits: z.number(),
  [chosenArgument]: z.array(z.string()),
})

const schemas = new WeakMap<AnyOperation, z.ZodObject>()

/** The arguments, after converting texts that some clients send for objects, lists, numbers and booleans. */
function withTextRead(
  operation: AnyOperation,
  callArguments: Record<string, unknown>,
): Record<string, unknown> {
  let schema = schemas.get(operation)
  if (schema === undefined) {
    schema = z.object({ ...argumentTypes.shape, ...operation.input.shape })
    schemas.set(operation, schema)
  }
  return readTextMembers(schema, callArguments) as Record<string, unknown>
}

function invalid(path: string, message: string): Failure {
  return new Failure('invalid-request', { issues: [{ path, message, code: 'custom' }] })
}
