// A store with an ear on what is read: for tests that ask the database how it would go about it.
import type { CompiledQuery, KyselyPlugin, RootOperationNode } from 'kysely';
import type { Db, Store } from '#server/db/engine.ts';

/** `onQueries` gets the queries of each read when it is over, on the connection that read them. */
export function recordQueries(store: Store, onQueries: (queries: CompiledQuery[], db: Db) => Promise<void>): Store {
  const listening = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
    const nodes: RootOperationNode[] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => (nodes.push(node), node),
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const answer = await work(db.withPlugin(plugin) as Db);
    const compiled = nodes.map((node) => db.getExecutor().compileQuery(node, { queryId: 'heard' }));
    await onQueries(compiled, db);
    return answer;
  };
  return { ...store, read: (work) => store.read((db) => listening(db, work)) };
}
