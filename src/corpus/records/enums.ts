/** Every closed value list of the records and of search, each as an `as const` array and a zod enum. */
export * from './company-enums.ts'
export * from './industries.ts'
export * from './job-functions.ts'
export * from './languages.ts'
export * from './media-enums.ts'
export * from './person-enums.ts'
export * from './technologies.ts'
