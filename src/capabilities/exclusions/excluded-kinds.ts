import type { NetworkHosts } from '../../lib/network-url.ts'
import { companyEntry, prospectEntry, type Entry, type EntryItem, type Unreadable } from './entry.ts'

/** What differs between the operations on lists of companies and those on lists of prospects. */
export interface ExcludedKind {
  /** In paths, in members and in the slice's dependencies. */
  plural: 'companies' | 'prospects'
  /** Starts the name of the members that count entries: `companiesAdded`. */
  countsAdded: 'companiesAdded' | 'prospectsAdded'
  /** The operation that makes such a list. */
  follows: 'createCompanyExclusionList' | 'createProspectExclusionList'
  /** Id of a list in examples. */
  exampleId: string
  /** Reads one item of a request. */
  readEntry(item: EntryItem, network: NetworkHosts): Entry | Unreadable
}

export const companies: ExcludedKind = {
  plural: 'companies',
  countsAdded: 'companiesAdded',
  follows: 'createCompanyExclusionList',
  exampleId: 'cexcl_0Iv3kTn4cN5mZK2qH8wLrA',
  readEntry: companyEntry,
}

export const prospects: ExcludedKind = {
  plural: 'prospects',
  countsAdded: 'prospectsAdded',
  follows: 'createProspectExclusionList',
  exampleId: 'pexcl_0Iv3kTn4cN5mZK2qH8wLrA',
  readEntry: prospectEntry,
}
