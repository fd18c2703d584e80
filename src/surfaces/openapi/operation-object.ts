import answers from '../../../data/documents/example-answers.json' with { type: 'json' }
import { wrapOutput, isLimited, priceList, type AnyOperation } from '../../operation/index.ts'
import type { Components } from './components.ts'
import { failureResponses } from './failures.ts'
import { headerParameters, successHeaders, takesDryRun } from './headers.ts'
import type { Json } from './json-schema.ts'
import { pascal, buildRequest } from './request.ts'

const recordedAnswers: Record<string, unknown> = answers

/**
 * What the operation's first example is answered on the sample, cut short; undefined where none is recorded. Recorded by
 * `npm run generate:answers`, since it takes a running service.
 */
const findExampleAnswer = ({ id, declaredId = id }: AnyOperation): unknown => recordedAnswers[declaredId]

/** The Operation Object of one operation. */
export function operationObject(operation: AnyOperation, components: Components): Json {
  const { parameters, requestBody } = buildRequest(operation, components)
  const all = [...parameters, ...headerParameters(operation)]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: writeDescription(operation),
    security: listSecurity(operation),
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { '200': success(operation, components), ...failureResponses(operation) },
    ...(takesDryRun(operation) ? { 'x-dry-run-answer': { $ref: '#/$defs/DryRunAnswer' } } : {}),
    'x-effect': operation.effect,
    'x-repeatable': operation.repeatable,
    'x-price': buildPrice(operation),
    'x-rate-limit': isLimited(operation) ? operation.limit : null,
  }
}

function writeDescription(operation: AnyOperation): string {
  const own = operation.fails.map(({ status, slug, message }) => `- ${status} \`${slug}\`: ${message}`)
  return [
    operation.describe,
    `**Price:** ${operation.price.describe}`,
    `**Rate limit:** ${limitSentence(operation)}`,
    ...(own.length > 0 ? [`**Failures of its own:**\n\n${own.join('\n')}`] : []),
  ].join('\n\n')
}

/** `180 requests a minute for each organization.` */
export function limitSentence(operation: AnyOperation): string {
  if (!isLimited(operation)) return 'none.'
  const { limit, access } = operation
  const window = limit.windowSeconds === 60 ? 'a minute' : `in ${limit.windowSeconds} seconds`
  const whose = access === 'key' ? 'organization' : 'client address'
  return `${limit.max} requests ${window} for each ${whose}${
    access === 'key' ? ', unless getRateLimits shows another' : ''
  }.`
}

function buildPrice({ price }: AnyOperation): Json {
  const units = price.keys.map((key) => ({ key, ...priceList[key] }))
  return { kind: price.kind, describe: price.describe, units }
}

function listSecurity(operation: AnyOperation): Json[] {
  if (operation.access === 'public') return []
  if (operation.access === 'operator') return [{ OperatorToken: [] }]
  const query = operation.method === 'GET' || operation.method === 'DELETE' ? [{ ApiKeyQuery: [] }] : []
  return [{ ApiKeyHeader: [] }, { BearerKey: [] }, ...query]
}

function success(operation: AnyOperation, components: Components): Json {
  const { types = [], always = false } = operation.media ?? {}
  const texts = types.map((type) => [type, { schema: { type: 'string' } }] as const)
  const example = findExampleAnswer(operation)
  const envelope = always
    ? {}
    : {
        'application/json': {
          schema: answerSchema(operation, components),
          ...(example === undefined ? {} : { example }),
        },
      }
  return {
    description: operation.bare ? operation.summary : 'The result and what it was charged.',
    headers: successHeaders(operation),
    content: { ...envelope, ...Object.fromEntries(texts) },
  }
}

function answerSchema(operation: AnyOperation, components: Components): Json {
  const body = operation.bare ? operation.output : wrapOutput(operation.output)
  return components.name(`${pascal(operation.id)}Response`, components.add(body, 'output', operation.id))
}
