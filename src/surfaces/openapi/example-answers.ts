import type { AnyOperation } from '../../operation/index.ts'
import answers from '../../../data/documents/example-answers.json' with { type: 'json' }

const byOperation: Record<string, unknown> = answers

/**
 * What the operation's first example is answered on the sample, cut short; undefined where none is recorded. Recorded by
 * `npm run generate:answers`, since it takes a running service.
 */
export const findExampleAnswer = ({ id, declaredId = id }: AnyOperation): unknown => byOperation[declaredId]
