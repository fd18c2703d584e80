import { join } from 'node:path'
import { forgetRejects } from './forget-rejects.ts'
import { openImports } from './open-imports.ts'
import { defineSlice } from './slice.ts'

export const operatorImports = defineSlice({
  open({ platform, db, clock, secret, config }) {
    const folder = join(config.dataDir, 'imports')
    const { blobs, audit, suppressions } = platform
    const imports = openImports({ db, blobs, audit, suppressions, clock, folder })
    return {
      deps: { imports, clock, secret },
      tasks: [{ name: 'purge-import-rejects', everyMs: 600_000, run: (nowMs) => imports.purge(nowMs) }],
    }
  },
  forget: ({ db }) => [forgetRejects(db)],
  keeps: {
    operator_imports: 'names of files and how they are read; what is in them lies among the blobs for a week',
  },
  sandbox: 'same',
})
