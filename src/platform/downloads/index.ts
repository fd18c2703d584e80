export { openDownloads, type Downloads, type FileLink, type OpenedFile } from './open-downloads.ts'
