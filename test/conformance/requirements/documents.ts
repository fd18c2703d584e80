import { group } from './entry.ts'

/** Versioning, and the documents at the root that are derived from the registry. */
export const documents = [
  ...group(
    { source: 'SPEC Versioning 1' },
    {
      'version.v1-prefix': 'every business operation is under /v1/',
      'version.root-utilities': 'utility and documentation endpoints are at the root',
    },
  ),
  ...group(
    { source: 'SPEC Versioning 2' },
    {
      'version.openapi-3-1-0': 'the description is OpenAPI 3.1.0',
      'version.interface-1-44-0': 'the description carries interface version 1.44.0',
    },
  ),
  ...group(
    { source: 'SPEC Versioning 3' },
    { 'version.unlisted-operation-unsupported': 'an operation absent from the index answers 404' },
  ),
  ...group(
    { source: 'SPEC Versioning 4' },
    {
      'version.location-types-deprecated':
        'locationTypes works, is marked deprecated and points to modalities',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Documentation and utility' },
    {
      'document.openapi-json': 'GET /openapi.json answers the machine-readable description',
      'document.openapi-json-markdown':
        'GET /openapi.json with Accept: text/markdown answers the markdown index',
      'document.llms-txt': 'GET /llms.txt answers an agent-oriented guide',
      'document.llms-full-txt': 'GET /llms-full.txt answers all per-operation pages together',
      'document.ai-docs-index': 'GET /ai-docs/index.md answers the operation index grouped by tag',
      'document.ai-docs-operation': 'GET /ai-docs/<operationId>.md answers one page per public operation',
      'document.ai-docs-unknown': 'GET /ai-docs/ of an unknown operation answers 404',
      'document.docs': 'GET /docs answers interactive documentation',
      'document.quickstart': 'GET /quickstart answers an install script that works (getQuickstartScript)',
      'document.header-link': 'documents carry Link with llms-txt, llms-full-txt and describedby',
      'document.header-x-llms-txt': 'documents carry X-Llms-Txt',
      'document.header-x-robots-tag': 'markdown variants carry X-Robots-Tag: noindex, nofollow',
      'document.no-key': 'documents are answered without a key',
    },
  ),
  ...group(
    { source: 'issue 2, Derived surfaces' },
    {
      'document.openapi-valid': 'the description passes an independent OpenAPI 3.1 validator and linter',
      'document.openapi-components': 'records are components reached by $ref',
      'document.openapi-every-operation': 'each operation has its errors, examples, price and limit',
      'document.docs-no-foreign-host': 'the interactive documentation loads from our own files only',
      'document.examples-valid': 'each example of the description passes its own schema',
    },
  ),
]
