package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// page is the built page in memory, by path without a slash in front.
type page map[string]file

// file is one of its files, compressed, too, if that makes it smaller.
type file struct {
	kind          string
	plain, packed content
}

// content is bytes with the tag that changes with them.
type content struct {
	bytes []byte
	tag   string
}

// kinds are the media types of the page's files, independent of this machine's tables.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
	".gz": packedKind,
}

// packedKind is the type of files that the page unpacks itself: they are sent unencoded, or browsers would unpack them.
const packedKind = "application/gzip"

// readPage reads a page.
func readPage(from fs.FS) (page, error) {
	p := make(page)
	err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		bz, err := fs.ReadFile(from, name)
		p.add(name, bz)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	if _, ok := p["index.html"]; !ok {
		return nil, errors.New("read the page: expected index.html, found none")
	}
	return p, nil
}

func (p page) add(name string, bz []byte) {
	kind, ok := kinds[path.Ext(name)]
	if !ok {
		kind = "application/octet-stream"
	}
	f := file{kind: kind, plain: tagged(bz)}
	p[name] = f
	if kind == packedKind {
		return
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write(bz)
	if err == nil && z.Close() == nil && out.Len() < len(bz) {
		f.packed = tagged(out.Bytes())
		p[name] = f
	}
}

func tagged(bz []byte) content {
	sum := sha256.Sum256(bz)
	return content{bz, `"` + hex.EncodeToString(sum[:16]) + `"`}
}

// ServeHTTP implements http.Handler.
func (p page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f, ok := p[name]
	if !ok {
		refuse(w, http.StatusNotFound, fmt.Sprintf("there is no %.100q", r.URL.Path))
		return
	}
	chosen := f.plain
	if f.packed.bytes != nil {
		w.Header().Set("Vary", "Accept-Encoding")
		// A range of a file would be ambiguous between its encodings.
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && r.Header.Get("Range") == "" {
			chosen = f.packed
			w.Header().Set("Content-Encoding", "gzip")
		}
	}
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Cache-Control", "no-cache") // kept, and asked about each time
	w.Header().Set("ETag", chosen.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(chosen.bytes))
}
