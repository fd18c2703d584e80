import type { Schemas } from '../../call/client.ts'

export type Account = Schemas['GetOrganizationAccountResponse']['output']
export type Import = Schemas['GetImportResponse']['output']
