# The zip on a real Windows: under a path with blanks and letters of many languages, behind > and |, with its exit status.
#
#   tests/windows/try.ps1 lockstep-…-windows-x86_64.zip
param([Parameter(Mandatory)] [string] $Zip)
$ErrorActionPreference = 'Stop'
$PSNativeCommandUseErrorActionPreference = $false

$folder = Join-Path $env:TEMP "Jiří Müller - Übung 1"
Remove-Item -Recurse -Force $folder -ErrorAction SilentlyContinue
Expand-Archive $Zip $folder
$program = (Get-ChildItem -Recurse $folder -Filter lockstep-cli.exe).FullName

$script:failed = 0
function Check([string] $name, [bool] $holds) {
  Write-Output ("{0}: {1}" -f $(if ($holds) { 'holds' } else { 'FAILS' }), $name)
  if (-not $holds) { $script:failed++ }
}

& $program --version
Check 'list' ((& $program list --json | ConvertFrom-Json).algorithms.Count -gt 20)
& $program counters hazards/missing-barrier > $null
Check 'the exit status of a wrong kernel is 1' ($LASTEXITCODE -eq 1)

$kernel = Join-Path $folder 'ß €.cl'
Copy-Item (Join-Path $PSScriptRoot '../../kernels/reduce/first-add.cl') $kernel
& $program disassemble $kernel > $null
Check 'a kernel under a path with blanks and umlauts' ($LASTEXITCODE -eq 0)
$deep = Join-Path $folder (('a' * 100) + '\' + ('b' * 100) + '\' + ('c' * 100))
New-Item -ItemType Directory -Force "\\?\$deep" > $null
Copy-Item -LiteralPath $kernel "\\?\$deep\x.cl"
& $program disassemble "$deep\x.cl" > $null
Check 'a kernel under a path of more than 260 characters' ($LASTEXITCODE -eq 0)

$text = Join-Path $folder 'written.json'
cmd /c "`"$program`" counters reduce/first-add --json > `"$text`""
$bytes = [IO.File]::ReadAllBytes($text)
Check 'no carriage returns behind >' (-not ($bytes -contains 13))
Check 'a picture' ((& $program shot document:001/figure-6 "$folder\Bild ü.png") -or (Test-Path "$folder\Bild ü.png"))
& $program grade gpu-computing-001 (Join-Path $PSScriptRoot '../../assets/assignments/gpu-computing-001/reference') --one --unconfined > $null
Check 'an assignment is graded' ($LASTEXITCODE -eq 0)
& $program devices
Check 'devices, or a sentence that there are none' ($LASTEXITCODE -in 0, 1)
exit $script:failed
