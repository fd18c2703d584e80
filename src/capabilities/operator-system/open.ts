import { forgetTasks } from './forget-tasks.ts'
import { defineSlice } from './slice.ts'
import { openTasks } from './tasks.ts'

export const operatorSystem = defineSlice({
  open: ({ platform, corpus, sources, installation, config, db, realClock: clock, secret }) => ({
    deps: {
      db,
      audit: platform.audit,
      clock,
      jobs: platform.jobs,
      tasks: openTasks({ db, clock, audit: platform.audit }),
      figures: corpus.figures,
      sources,
      installation,
      backups: config,
      secret,
    },
  }),
  forget: ({ db }) => [forgetTasks(db)],
  sandbox: 'same',
})
