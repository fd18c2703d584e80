import { writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import answers from '../../data/documents/example-answers.json' with { type: 'json' }
import { openApiDocument, takesDryRun } from '../../src/surfaces/openapi/index.ts'
import { leanAnswer } from '../support/answers/lean-answer.ts'
import { openRecordingService, recordAnswers } from '../support/answers/record-answers.ts'
import { stableAnswer } from '../support/answers/stable-answer.ts'
import { everyOperation, registry } from './registry.ts'

/** `npm run generate:answers` sets it: the examples are recorded anew on the sample of a first start. */
const isRecording = (process.env['ALMANAC_RECORD_ANSWERS'] ?? '') !== ''
const file = new URL('../../data/documents/example-answers.json', import.meta.url)

/**
 * What an example may be, in characters of its JSON. They are cut to 2,600; an answer with a whole company and a whole
 * person is longer, since the names of their members alone are 2,400.
 */
const maxExampleChars = 3_300
/** What all examples together may be, in characters of their JSON. */
const maxAllChars = 220_000

const document = openApiDocument(registry)
const judge = new Ajv2020({ strict: false })
addFormats.default(judge)
judge.addSchema(document, 'openapi')

interface Content {
  schema?: unknown
  example?: unknown
}
const jsonContentOf = (path: string, method: string): Content | undefined => {
  const described = document.paths[path]?.[method.toLowerCase()] as {
    responses: Record<string, { content?: Record<string, Content> }>
  }
  return described.responses['200']?.content?.['application/json']
}

/** Whether an answer is one by the schema of the document. */
function judgeOf(path: string, method: string): (answer: unknown) => boolean {
  const escaped = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
  const place = `paths/${escaped}/${method.toLowerCase()}/responses/200/content/application~1json/schema`
  const validate = judge.compile({ $ref: `openapi#/${place}` })
  return (answer) => validate(answer) === true
}

/** What the operator alone reads under /operator is shown in its guide; it would double the examples of customers. */
const answering = everyOperation.filter(
  ([, { path, method }]) => !path.startsWith('/operator/') && jsonContentOf(path, method) !== undefined,
)

test.runIf(isRecording)('the examples are recorded', async () => {
  const service = await openRecordingService()
  const recorded = await recordAnswers(service, registry)
  expect(Object.fromEntries(recorded.refused)).toEqual({})
  const lines = answering.map(([id, { path, method }]) => {
    const lean = leanAnswer(stableAnswer(recorded.answers.get(id)), judgeOf(path, method))
    return `${JSON.stringify(id)}: ${JSON.stringify(lean)}`
  })
  // An operation a line, so that a review shows which answers are others.
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
})

describe.skipIf(isRecording)('the example of an answer', () => {
  test.each(answering)('%s is there, is one by its schema, and is short', (_id, { path, method }) => {
    const { example } = jsonContentOf(path, method) ?? {}
    expect(example).toBeDefined()
    expect(judgeOf(path, method)(example)).toBe(true)
    expect(JSON.stringify(example).length).toBeLessThanOrEqual(maxExampleChars)
  })

  test('is refused when it is none: the judge of these tests can say no', () => {
    expect(judgeOf('/v1/company-count', 'POST')({ output: { count: 'many' } })).toBe(false)
  })

  test('is of an operation there is, and all of them are quick to load', () => {
    expect(Object.keys(answers).filter((id) => registry.find(id) === undefined)).toEqual([])
    expect(JSON.stringify(answers).length).toBeLessThan(maxAllChars)
  })

  test('shows something of the sample wherever something is charged', () => {
    const empty = answering.flatMap(([id, { price, effect }]) => {
      const { output } = (answers as Record<string, { output?: object }>)[id] ?? {}
      const hasNothing = output === undefined || Object.values(output).every((value) => isEmpty(value))
      return price.kind !== 'free' && effect === 'spends' && hasNothing ? [id] : []
    })
    expect(empty).toEqual([])
  })
})

const isEmpty = (value: unknown) =>
  value === null || value === 0 || (Array.isArray(value) && value.length === 0)

test('every operation with a dry run names the schema of its answer', () => {
  for (const [id, operation] of everyOperation) {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
    const named = (described as Record<string, unknown>)['x-dry-run-answer']
    const expected = takesDryRun(operation) ? { $ref: '#/components/schemas/DryRunAnswer' } : undefined
    expect(named, id).toEqual(expected)
  }
})
