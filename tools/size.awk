# Sums the machine code of a binary by module: go tool nm -size BINARY | awk -f tools/size.awk
$3 == "t" || $3 == "T" {
  name = $4
  sub(/^type:\.(eq|hash)\./, "", name)
  sub(/[\[(].*/, "", name) # type arguments and receivers
  n = split(name, part, "/")
  if (part[1] !~ /\./ || n == 1) {
    module = "the standard library, runtime and C"
  } else {
    sub(/\..*/, "", part[n])
    module = part[1] "/" part[2]
    if (part[1] ~ /^(github\.com|golang\.org)$/ && n > 2) module = module "/" part[3]
  }
  bytes[module] += $2
  all += $2
}
END {
  for (module in bytes) printf "%7.1f MB  %s\n", bytes[module] / 1e6, module | "sort -nr | head -n 25"
  close("sort -nr | head -n 25")
  printf "%7.1f MB  all\n", all / 1e6
}
