import { createRequire, registerHooks } from 'node:module'

const load = createRequire(import.meta.url)

/** TypeScript of every operation, schema and webhook of an OpenAPI document, for the client and for the pages of the console. */
export async function interfaceTypes(document: string): Promise<string> {
  // It makes its text with the interface of TypeScript 5 and 6, which TypeScript 7 no longer has.
  const compiler = createRequire(load.resolve('swagger-typescript-api')).resolve('typescript')
  registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? compiler : name, context) })
  const { default: typesOf, astToString } = await import('openapi-typescript')
  // Members with a default may be left out of a request.
  return astToString(await typesOf(document, { defaultNonNullable: false }))
}
