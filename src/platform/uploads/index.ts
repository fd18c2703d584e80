export { openUploads, type Uploads } from './open-uploads.ts'
export { claimedRows, listName, openUploadId, uploadId, type Upload, type UploadSeal } from './upload-id.ts'
