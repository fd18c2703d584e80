import type { z } from 'zod'
import type { AnyOperation } from '../define.ts'
import { wrapOutput } from '../envelope.ts'

const schemas = new WeakMap<AnyOperation, z.ZodType>()

/** In tests and development every answer is checked against the published schema; a mismatch is a bug of ours. */
export function checkOutput(operation: AnyOperation, body: string): void {
  let schema = schemas.get(operation)
  if (schema === undefined) {
    schema = operation.bare ? operation.output : wrapOutput(operation.output)
    schemas.set(operation, schema)
  }
  const result = schema.safeParse(JSON.parse(body))
  if (!result.success)
    throw new Error(
      `${operation.id} answered something its own schema does not allow: ${result.error.message}`,
    )
}
