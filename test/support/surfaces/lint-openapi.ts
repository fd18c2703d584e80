import { Validator } from '@seriousme/openapi-schema-validator'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OpenApiDocument } from '../../../src/surfaces/openapi/index.ts'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** What the independent OpenAPI validator finds wrong. */
export async function validationErrors(document: OpenApiDocument): Promise<unknown[]> {
  const { valid, errors } = await new Validator().validate(
    structuredClone(document) as Record<string, unknown>,
  )
  return valid ? [] : [errors].flat()
}

/** The output of the independent linter with the project's rules; `undefined` when it has nothing to say. */
export async function lintOutput(document: OpenApiDocument): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const linter = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    // Whatever the linter might want from the network, nobody listens there.
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
    }
    await run(process.execPath, [linter, 'lint', file, '--config', join(root, 'redocly.yaml')], { env })
    return undefined
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string }
    return `${stdout}${stderr}` || String(thrown)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
