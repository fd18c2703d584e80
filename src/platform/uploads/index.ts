export { openUploads, type Uploads } from './open-uploads.ts'
