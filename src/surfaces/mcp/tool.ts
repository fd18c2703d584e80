import type { Tool } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../../operation/index.ts'
import { isPriced, toJsonSchema, limitSentence, takesDryRun, type Json } from '../openapi/index.ts'
import { controlSchemas, fileArgument } from './controls.ts'
import { splitTypes } from './single-types.ts'
import { makeOutputSchema } from './output-schema.ts'
import { shortened } from './short-schema.ts'

/** A schema of this many bytes is some 2,500 tokens, which a model reads with every question. */
const schemaBytes = 10_000

/** An operation as a tool. All its texts come from the registry, none from a record or a customer. */
export function makeTool(operation: AnyOperation): Tool {
  return {
    name: operation.id,
    title: operation.summary,
    description: writeDescription(operation),
    inputSchema: shortened(
      makeInput(operation),
      schemaBytes,
      `Shortened: describe_operation with {"operation":"${operation.id}"} tells every member.`,
    ) as Tool['inputSchema'],
    ...makeOutput(operation),
    annotations: makeAnnotations(operation),
  }
}

/** The schema of its results, where it has one. */
export function makeOutput(operation: AnyOperation, levels?: number): Pick<Tool, 'outputSchema'> {
  const schema = makeOutputSchema(operation, levels)
  return schema === undefined ? {} : { outputSchema: schema as NonNullable<Tool['outputSchema']> }
}

function writeDescription(operation: AnyOperation): string {
  return [
    `${operation.summary}. ${operation.describe}`,
    `Price: ${operation.price.describe}`,
    ...(isPriced(operation) && takesDryRun(operation)
      ? ['With dryRun true it answers the most the call can cost, and runs nothing.']
      : []),
    `Limit: ${limitSentence(operation)}`,
  ].join('\n')
}

/**
 * `readOnly` tools change nothing apart from charges, so a model may repeat a call without asking its user. Adding is not
 * distinguished from removing, so everything that changes something counts as destructive.
 */
export function makeAnnotations({
  effect,
  repeatable,
  summary,
}: AnyOperation): NonNullable<Tool['annotations']> {
  const changes = effect === 'changes'
  return {
    title: summary,
    readOnlyHint: effect === 'reads',
    destructiveHint: changes,
    idempotentHint: repeatable && effect !== 'spends',
    // Operations that spend may ask outside sources.
    openWorldHint: effect === 'spends',
  }
}

/** The schema of its arguments, whole. */
export function makeInput(operation: AnyOperation): Json {
  const { schema, definitions } = toJsonSchema(operation.input, 'input', operation.id)
  const properties = { ...(schema['properties'] as Json | undefined) }
  if (operation.file !== undefined) {
    const description = `${operation.file.describe} Here as text of at most 1 MiB; larger files by HTTP.`
    properties[fileArgument] = { type: 'string', description }
  }
  Object.assign(properties, controlSchemas(operation))
  const whole = {
    ...schema,
    type: 'object',
    properties,
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  }
  return splitTypes(whole) as Json
}
