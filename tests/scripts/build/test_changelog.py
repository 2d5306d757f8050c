"""The changelog of the Debian package, which is made from the one on GitHub."""
import re
import subprocess
import unittest

from build_script import ROOT, BuildScriptTest

VERSION = re.search(r"^project\(emilia VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(),
                    re.MULTILINE)[1]
CHANGELOG = ROOT / ".github" / "CHANGELOG.md"


class Changelog(BuildScriptTest):
    def convert(self, text: str) -> str:
        (self.project / ".github").mkdir(exist_ok=True)
        (self.project / ".github" / "CHANGELOG.md").write_text(text)
        return subprocess.run([self.project / "scripts" / "package" / "changelog.sh", "1795739594"],
                              text=True, capture_output=True, check=True, timeout=60).stdout

    def test_each_version_is_an_entry_with_its_date_or_that_of_the_commit(self) -> None:
        made = self.convert("# Changelog\n\nAn introduction.\n\n## 0.2.0\n\nA text.\n\n- New\n"
                            "  in two lines.\n- `*` stays.\n\n## 0.1.0 (2026-12-31)\n\n- First.\n")
        maintainer = " -- The Emilia authors <emilia@users.noreply.github.com>  "
        self.assertEqual(made, "emilia (0.2.0) unstable; urgency=medium\n\n"
                               "  * New in two lines.\n  * `*` stays.\n\n"
                               f"{maintainer}Fri, 27 Nov 2026 00:33:14 +0000\n\n"
                               "emilia (0.1.0) unstable; urgency=medium\n\n  * First.\n\n"
                               f"{maintainer}Thu, 31 Dec 2026 00:00:00 +0000\n\n")

    def test_long_items_are_wrapped_and_indented(self) -> None:
        lines = self.convert("## 1.0\n\n- " + "word " * 40 + "\n").splitlines()[2:5]
        self.assertEqual([line[:8] for line in lines], ["  * word", "    word", "    word"])
        self.assertLessEqual(max(map(len, lines)), 80)

    def test_the_newest_version_of_the_changelog_is_that_of_the_project(self) -> None:
        self.assertEqual(re.search(r"^## (\S+)", CHANGELOG.read_text(), re.MULTILINE)[1], VERSION)
        self.assertTrue(self.convert(CHANGELOG.read_text()).startswith(f"emilia ({VERSION}) "))


if __name__ == "__main__":
    unittest.main()
