export { createHttpApp, type HttpApp, type HttpAppOptions } from './http-app.ts'
export { serveHttp, type HttpServer, type ServeOptions } from './serve-http.ts'
