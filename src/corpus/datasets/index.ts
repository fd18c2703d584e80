export { agentOf } from './agent.ts'
export { attributionPath, findAttribution, readAttribution } from './attribution.ts'
export { findShipped, readCatalogue, shippedFolder } from './catalogue.ts'
export { checkForm, type AddressCheck } from './check-address.ts'
export { checkChoice } from './chosen-mapping.ts'
export {
  findAdded,
  listAdded,
  listPublications,
  setState,
  storeAdded,
  type AddedDataset,
  type DatasetChoice,
  type Publication,
  type PublicationCounts,
} from './dataset-rows.ts'
export { listDue } from './due-datasets.ts'
export type { DatasetEntry } from './entry-schema.ts'
export { DatasetRefused } from './failures.ts'
export { forgettingLines } from './line-store.ts'
export type { LoadOutcome } from './load-publication.ts'
export { openDatasets, type Datasets } from './open-datasets.ts'
export { planDataset, requirePermission, type DatasetPlan } from './plan-dataset.ts'
export { InvalidDataset, readDataset, type Dataset } from './read-entry.ts'
export { removeDataset } from './remove-dataset.ts'
export type { UpdateWindow } from './rhythm.ts'
export { isAddress, readAdded, updateDataset, type UpdateOrder, type UpdateParts } from './update-dataset.ts'
