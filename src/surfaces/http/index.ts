export { readBody } from './read-body.ts'
export { surfaceError, type SurfaceErrorPorts } from './surface-errors.ts'
export { readHeader } from './to-incoming.ts'
export { createHttpApp, type HttpApp, type HttpAppOptions } from './http-app.ts'
export {
  downloadMount,
  fileMount,
  readinessMount,
  receiverMount,
  type FileRoute,
  type Mount,
  type MountRequest,
  type ReceiverRoute,
} from './mounts.ts'
export { serveHttp, type HttpServer, type ServeOptions } from './serve-http.ts'
