export { refuseForeignHost, requireOwnPage } from './own-page.ts'
export { chooseCoding } from './compress.ts'
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
export { readCookie, writeCookie, type BrowserSessions } from './session-cookies.ts'
export { serveHttp, type HttpServer, type ServeOptions } from './serve-http.ts'
export { decodedPath } from './routes.ts'
export { sendPage } from './send-page.ts'
