export {
  openDownloads,
  type Downloads,
  type FileHolder,
  type FileLink,
  type OpenedFile,
} from './open-downloads.ts'
