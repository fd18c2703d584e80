export { BlobTooLarge, type BlobId, type BlobInfo, type Blobs, type PutOptions } from './contract.ts'
export { openFileBlobs } from './file-blobs.ts'
export { openBlobs } from './open-blobs.ts'
export type { S3Settings } from './s3-blobs.ts'
