// Logs of off-chain games in this browser: IndexedDB, which returns from a strict transaction once its data is on the disk.

import { emptyHead, type Head, type LogRecord, type LogStore, sameHead } from "#client/channel/log";

const name = "battleship-channels";

/** done waits until a transaction is complete. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("heads");
      request.result.createObjectStore("records");
    };
    request.onsuccess = () => {
      request.result.onclose = () => {
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function begin(mode: IDBTransactionMode, durability: IDBTransactionDurability = "default") {
  const transaction = (await open()).transaction(["heads", "records"], mode, { durability });
  const ended = done(transaction);
  ended.catch(() => undefined); // the request that failed reports it
  return [ended, transaction.objectStore("heads"), transaction.objectStore("records")] as const;
}

export const logs: LogStore = {
  async create(key) {
    // Without this a browser that is short of space may remove the log.
    void navigator.storage?.persist?.().catch(() => undefined);
    const [ended, heads] = await begin("readwrite", "strict");
    if ((await result(heads.getKey(key))) === undefined) {
      heads.add(emptyHead, key);
    }
    await ended;
  },

  async read(key) {
    const [, heads, records] = await begin("readonly");
    const [head, found] = await Promise.all([
      result<Head | undefined>(heads.get(key)),
      result<LogRecord[]>(records.getAll(IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER]))),
    ]);
    return head && { head, records: found };
  },

  async write(key, before, after, record, durable) {
    const [ended, heads, records] = await begin("readwrite", durable ? "strict" : "relaxed");
    const head = await result<Head | undefined>(heads.get(key));
    const same = head !== undefined && sameHead(head, before);
    if (same) {
      heads.put(after, key);
      if (record) {
        records.add(record, [key, before.count]);
      }
    }
    await ended;
    return same;
  },
};
