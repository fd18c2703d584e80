import { discoverOperations } from '../../src/capabilities/discover.ts'
import { createRegistry } from '../../src/operation/index.ts'

/** The operations of the service, as the contract suites loop over them. */
export const registry = createRegistry(await discoverOperations())

/** Each operation with its id, for `test.each`. */
export const everyOperation = registry.operations.map((operation) => [operation.id, operation] as const)
