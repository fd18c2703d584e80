import { join } from 'node:path'
import type { ValueLists } from './compare.ts'
import { parseContract } from './contract.ts'
import type { ContractOperation } from './notation.ts'

const reference = join(import.meta.dirname, '../../../../shared/reference')

/** The contract, and the lists of values that it gives only the length of. */
export const contractFiles = ['client-contract.txt', 'enums.json'].map((name) => join(reference, name))

export function readContract(read: (file: string) => string): {
  contract: ContractOperation[]
  lists: ValueLists
} {
  const [contract = '', enums = '{}'] = contractFiles.map(read)
  const values = Object.values(JSON.parse(enums) as Record<string, unknown>).filter(Array.isArray)
  const lists = new Map(values.map((list) => [list.length, list as string[]]))
  // Countries alone: the codes without those of regions.
  const countries = lists.get(300)?.filter((code) => !code.startsWith('X-')) ?? []
  return { contract: parseContract(contract), lists: lists.set(countries.length, countries) }
}
