export {
  createHttpApp,
  type FileRoute,
  type HttpApp,
  type HttpAppOptions,
  type Receiver,
} from './http-app.ts'
export { serveHttp, type HttpServer, type ServeOptions } from './serve-http.ts'
