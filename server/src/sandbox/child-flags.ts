/**
 * How the processes of the sandbox are started. Node lets the young part of a heap grow to 64 MB, which pays where many
 * are served at once; these do a little, all day.
 */
export const childFlags: readonly string[] = ['--max-semi-space-size=2']
