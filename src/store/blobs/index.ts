export { BlobTooLarge, type BlobId, type BlobInfo, type Blobs, type PutOptions } from './contract.ts'
export { openFileBlobs } from './file-blobs.ts'
