import type { OpenIn } from './requirements.ts'
import { operationAdditions } from './requirements/operation-additions.ts'
import { operations } from './requirements/operations.ts'

/** One row of the operation index, so that a contract test can compare the registry with the specification. */
export interface IndexedOperation {
  requirementId: string
  operationId: string
  method: string
  path: string
  open?: OpenIn
}

/** All operations of the specification and the additions, with the default platform names. */
export function operationIndex(): IndexedOperation[] {
  return [...operations, ...operationAdditions].flatMap(({ id, text, open }) => {
    const row = /^(\w+): (GET|POST|PUT|PATCH|DELETE) (\/\S+)$/.exec(text)
    if (!row) return []
    const [, operationId = '', method = '', path = ''] = row
    return [{ requirementId: id, operationId, method, path, ...(open === undefined ? {} : { open }) }]
  })
}
