import { discoverRegistry } from '../../src/capabilities/discover.ts'

/** The operations of the service, as the contract suites loop over them. */
export const registry = await discoverRegistry()

/** Each operation with its id, for `test.each`. */
export const everyOperation = registry.operations.map((operation) => [operation.id, operation] as const)
